/** Finds words in the text of a PDF's pages, which is the text as it was set: with line ends, hyphens and ligatures. */

/**
 * The pages whose text has the words, in their order; none for blank words. Case, line ends, hyphens inside of words,
 * ligatures and the shape of quotation marks make no difference.
 */
export function findInPages<Page extends { text: string }>(pages: readonly Page[], words: string): Page[] {
  const wanted = comparable(words).trim()
  return wanted === '' ? [] : pages.filter(({ text }) => comparable(text).includes(wanted))
}

/**
 * Nobody can tell whether a hyphen at the end of a line belongs to its word ("well-being") or not ("exer-cise"): between
 * letters it is left out wherever it stands, of the text and of what is looked for.
 */
function comparable(text: string): string {
  return (
    text
      // ligatures become letters, and a letter with its accent one character
      .normalize('NFKC')
      .replace(/\u00ad\s*\n\s*|\u00ad/g, '')
      .replace(/(?<=\p{L})[-\u2010\u2011](?:[^\S\n]*\n\s*)?(?=\p{L})/gu, '')
      .replace(/[\u2018\u2019]/g, "'")
      .replace(/[\u201c\u201d]/g, '"')
      .replace(/\s+/g, ' ')
      .toLowerCase()
  )
}
