#!/usr/bin/env python3
"""Runs the server behind nginx and Caddy, each with its file in this folder, and checks what a browser relies on.

    cargo build --release && deploy/try.py target/release/bastide

Needs nginx, caddy and openssl (apt-get install nginx-light caddy openssl). Everything listens on this machine only.
"""
import base64, json, os, re, shutil, signal, socket, ssl, subprocess, sys, tempfile, time
from pathlib import Path

HERE = Path(__file__).resolve().parent
NAME = "games.example.org"
TABLE = {"setup": {"seats": 2, "sets": ["base"]}, "seats": [{"type": "device", "name": "Ann"}]}


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(port, process, what):
    for _ in range(200):
        if process.poll() is not None:
            sys.exit(f"{what} ended with exit code {process.returncode}")
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.05)
    sys.exit(f"{what} does not listen at port {port}")


def request(port, method, path, headers=(), body=b"", tls=True, name=NAME):
    """One request over a connection of its own: the status, the headers, the body as far as its length is known, and the connection."""
    raw = socket.create_connection(("127.0.0.1", port), 10)
    if tls:
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        raw = context.wrap_socket(raw, server_hostname=name)
    lines = [f"{method} {path} HTTP/1.1", f"Host: {name}:{port}", *(f"{k}: {v}" for k, v in headers)]
    if body:
        lines.append(f"Content-Length: {len(body)}")
    raw.sendall("\r\n".join([*lines, "", ""]).encode() + body)
    answer = b""
    while b"\r\n\r\n" not in answer:
        part = raw.recv(65536)
        if not part:
            break
        answer += part
    head, _, rest = answer.partition(b"\r\n\r\n")
    status, *fields = head.decode().split("\r\n")
    fields = {k.lower(): v.strip() for k, v in (field.split(":", 1) for field in fields)}
    while method != "HEAD" and len(rest) < int(fields.get("content-length", 0)):
        part = raw.recv(65536)
        if not part:
            break
        rest += part
    return int(status.split()[1]), fields, rest, raw


def check(what, right):
    print(f"  {'ok' if right else 'WRONG'}  {what}")
    return bool(right)


def checks(port, plain):
    """What a browser relies on, through the proxy at a port."""
    origin = f"https://{NAME}:{port}"
    own = [("Origin", origin), ("Content-Type", "application/json")]
    status, fields, *_ = request(plain, "GET", "/new", tls=False)
    yield "plain HTTP leads to TLS", status in (301, 308) and fields.get("location", "").startswith("https://")
    status, fields, *_ = request(port, "GET", "/")
    yield "the page comes by TLS", status == 200 and "content-security-policy" in fields
    yield "with Strict-Transport-Security", "max-age=31536000" in fields.get("strict-transport-security", "")
    yield "numbers stay inside", request(port, "GET", "/metrics")[0] == 404
    status, fields, body, _ = request(port, "POST", "/api/tables", own, json.dumps(TABLE).encode())
    cookie = fields.get("set-cookie", "").split(";")[0]
    yield "a table is made, with a cookie bound to the host", status == 201 and cookie.startswith("__Host-bastide")
    game = re.search(rb'"game":"([^"]+)"', body)
    game = game[1].decode() if game else ""
    foreign = [("Origin", "https://evil.example"), ("Content-Type", "application/json")]
    yield "another page's request is refused", request(port, "POST", "/api/tables", foreign, b"{}")[0] == 403
    key = base64.b64encode(os.urandom(16)).decode()
    upgrade = [("Origin", origin), ("Cookie", cookie), ("Connection", "Upgrade"), ("Upgrade", "websocket"),
               ("Sec-WebSocket-Version", "13"), ("Sec-WebSocket-Key", key)]
    status, _, first, stream = request(port, "GET", f"/api/tables/{game}/socket", upgrade)
    yield "a WebSocket opens", status == 101
    stream.sendall(frame(b'{"type":"hello","protocol":1}'))
    stream.settimeout(10)
    while b"snapshot" not in first:
        part = stream.recv(65536)
        if not part:
            break
        first += part
    yield "and the table is told over it", b"snapshot" in first
    # Tables of one address are limited; a client that makes up addresses is still one address.
    answers = [request(port, "POST", "/api/tables", [*own, ("X-Forwarded-For", f"203.0.113.{n}")],
                       json.dumps(TABLE).encode())[0] for n in range(80)]
    yield "an address that the client made up is not believed", 429 in answers
    big = b"x" * (200 << 10)
    status = request(port, "POST", "/api/records", own, big)[0]
    yield "a body of 200 KB is refused", status == 413


def frame(text):
    mask = os.urandom(4)
    return bytes([0x81, 0x80 | len(text)]) + mask + bytes(b ^ mask[n % 4] for n, b in enumerate(text))


def certificate(folder):
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                    "-days", "2", "-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}",
                    "-keyout", folder / "key.pem", "-out", folder / "cert.pem"], check=True, capture_output=True)


def nginx(folder, server, port, plain):
    text = (HERE / "nginx.conf").read_text()
    text = text.replace("127.0.0.1:8484", f"127.0.0.1:{server}").replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl")
    text = text.replace("listen 80;", f"listen 127.0.0.1:{plain};")
    text = re.sub(r"\n *listen \[::\].*", "", text)
    text = re.sub(r"/etc/letsencrypt/live/[^;]*fullchain.pem", str(folder / "cert.pem"), text)
    text = re.sub(r"/etc/letsencrypt/live/[^;]*privkey.pem", str(folder / "key.pem"), text)
    (folder / "site.conf").write_text(text)
    (folder / "nginx.conf").write_text(f"""
daemon off; master_process off; pid {folder}/nginx.pid; error_log stderr warn;
events {{}}
http {{ access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s; include {folder}/site.conf; }}
""")
    return ["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")]


def caddy(folder, server, port, plain):
    text = (HERE / "Caddyfile").read_text()
    text = text.replace("127.0.0.1:8484", f"127.0.0.1:{server}")
    text = text.replace(NAME + " {", f"{NAME}:{port} {{\n\tbind 127.0.0.1\n\ttls {folder}/cert.pem {folder}/key.pem", 1)
    text = f"{{\n\tadmin off\n\thttp_port {plain}\n\thttps_port {port}\n}}\n" + text
    (folder / "Caddyfile").write_text(text)
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


def run(proxy, binary):
    folder = Path(tempfile.mkdtemp())
    server, port, plain = free_port(), free_port(), free_port()
    certificate(folder)
    quiet = {"stdout": subprocess.DEVNULL, "stderr": open(folder / "log", "wb"), "env": {**os.environ, "HOME": str(folder)}}
    processes = []
    try:
        processes.append(subprocess.Popen(
            [binary, "serve", "--listen", f"127.0.0.1:{server}", "--data", folder / "data", "--behind-proxy",
             "--public-url", f"https://{NAME}:{port}", "--no-browser"], **quiet))
        wait_for(server, processes[-1], "the server")
        processes.append(subprocess.Popen(proxy(folder, server, port, plain), **quiet))
        wait_for(port, processes[-1], proxy.__name__)
        print(proxy.__name__)
        return all([check(*one) for one in checks(port, plain)])
    finally:
        for process in processes[::-1]:
            process.send_signal(signal.SIGTERM)
            process.wait(10)
        shutil.rmtree(folder, ignore_errors=True)


def main():
    if len(sys.argv) != 2 or not Path(sys.argv[1]).is_file():
        sys.exit(__doc__)
    missing = [tool for tool in ("nginx", "caddy", "openssl") if not shutil.which(tool)]
    if missing:
        sys.exit(f"{', '.join(missing)} not found: apt-get install nginx-light caddy openssl")
    right = [run(proxy, sys.argv[1]) for proxy in (nginx, caddy)]
    sys.exit(0 if all(right) else 1)


if __name__ == "__main__":
    main()
