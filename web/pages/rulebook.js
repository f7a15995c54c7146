// @ts-check
// The rule book's order: sets, their chapters, and the ids of docs/rules.md. The texts are in i18n/rules.<language>.json.

/** @type {{ set: import("../wire").TileSet, chapters: { name: string, rules: string[] }[] }[]} */
export const BOOK = [
  {
    set: "base",
    chapters: [
      { name: "setup", rules: ["B-SETUP-1", "B-SETUP-2", "B-SETUP-3"] },
      { name: "turn", rules: ["B-TURN-1", "B-TILE-1", "B-TILE-2", "B-TILE-3"] },
      { name: "figures", rules: ["B-FIG-1", "B-FIG-2", "B-FIG-3", "B-FIG-4", "B-FIG-5", "B-FIG-6"] },
      { name: "scoring", rules: ["B-SCORE-1", "B-SCORE-2", "B-SCORE-3", "B-SCORE-4", "B-SCORE-5", "B-SCORE-6", "B-SCORE-7"] },
      { name: "fields", rules: ["B-FIELD-1", "B-FIELD-2"] },
      { name: "end", rules: ["B-END-1", "B-END-2", "B-END-3", "B-END-4", "B-RETIRE", "B-ENDNOW"] },
      { name: "editions", rules: ["E-FIELD", "E-TINY", "E-UNFIT", "E-NOFARM"] },
    ],
  },
  { set: "river", chapters: [{ name: "river", rules: ["R-1", "R-2", "R-3", "R-4", "R-5", "R-6", "R-7"] }] },
  { set: "winter", chapters: [{ name: "winter", rules: ["W-1", "W-2"] }] },
  {
    set: "traders",
    chapters: [
      { name: "tiles", rules: ["T-TILE", "T-BAG"] },
      { name: "goods", rules: ["T-GOODS-1", "T-GOODS-2"] },
      { name: "builder", rules: ["T-BUILD-1", "T-BUILD-2", "T-BUILD-3", "T-BUILD-4", "T-BUILD-5", "T-BUILD-6"] },
      { name: "pig", rules: ["T-PIG-1", "T-PIG-2", "T-PIG-3", "T-PIG-4"] },
    ],
  },
  {
    set: "dragon",
    chapters: [
      { name: "tiles", rules: ["D-TILE", "D-VOLC-1", "D-VOLC-2"] },
      { name: "dragon", rules: ["D-MOVE-1", "D-MOVE-2", "D-MOVE-3"] },
      { name: "princess", rules: ["D-PRIN-1", "D-PRIN-2", "D-PRIN-3"] },
      { name: "portal", rules: ["D-PORT-1", "D-PORT-2"] },
      { name: "fairy", rules: ["D-FAIRY-1", "D-FAIRY-2", "D-FAIRY-3", "D-FAIRY-4", "D-FAIRY-5"] },
      { name: "order", rules: ["ORDER"] },
    ],
  },
];

/** The names of the sets, in the book's order. */
export const SET_NAMES = BOOK.map((part) => /** @type {string} */ (part.set));
