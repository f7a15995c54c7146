-- Those that wait for the computer, the longest waiting first.
DROP INDEX games_for_the_computer;
CREATE INDEX games_for_the_computer ON games (updated, number) WHERE computer;

-- All that decides about the lobby, so that the rows of games that are not shown are not read.
DROP INDEX games_in_lobby;
CREATE INDEX games_in_lobby ON games (stage, attended, public) WHERE public;
