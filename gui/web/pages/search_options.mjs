// Splits texts into search terms, both for the index made by the build and for the page: words of
// letters and digits in lower case; Chinese, which has no blanks between words, in pairs of
// adjacent characters.
export const terms = (text) =>
  (text.toLowerCase().match(/[\p{Script=Han}]+|[\p{L}\p{N}_]+/gu) ?? []).flatMap((word) =>
    /\p{Script=Han}/u.test(word) && word.length > 1 ? [...word].slice(1).map((character, i) => [...word][i] + character) : [word]);

export const indexOptions = {
  fields: ["title", "text"],
  storeFields: ["path", "title", "language"],
  tokenize: terms,
  searchOptions: { boost: { title: 3 }, prefix: true, fuzzy: 0.15, combineWith: /** @type {"AND"} */ ("AND") },
};
