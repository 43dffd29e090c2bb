// How texts are cut into terms, for the index that the build makes and for the page that searches in it: words of letters and
// digits in lower case; Chinese, which has no blanks between words, in pairs of neighbouring characters.
export const terms = (text) =>
  (text.toLowerCase().match(/[\p{Script=Han}]+|[\p{L}\p{N}_]+/gu) ?? []).flatMap((word) =>
    /\p{Script=Han}/u.test(word) && word.length > 1 ? [...word].slice(1).map((character, i) => [...word][i] + character) : [word]);

export const indexOptions = {
  fields: ["title", "text"],
  storeFields: ["path", "title", "language"],
  tokenize: terms,
  searchOptions: { boost: { title: 3 }, prefix: true, fuzzy: 0.15, combineWith: /** @type {"AND"} */ ("AND") },
};
