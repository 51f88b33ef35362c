/**
 * The pages that contain the words, in order; none for blank words. Ignores case, line ends, hyphens within words,
 * ligatures and the shape of quotation marks.
 */
export function findInPages<Page extends { text: string }>(pages: readonly Page[], words: string): Page[] {
  const wanted = comparable(words).trim()
  return wanted === '' ? [] : pages.filter(({ text }) => comparable(text).includes(wanted))
}

/**
 * A hyphen at the end of a line may belong to its word ("well-being") or not ("exer-cise"): hyphens between letters
 * are removed from both sides.
 */
function comparable(text: string): string {
  return (
    text
      // Resolves ligatures and combines accents.
      .normalize('NFKC')
      .replace(/\u00ad\s*\n\s*|\u00ad/g, '')
      .replace(/(?<=\p{L})[-\u2010\u2011](?:[^\S\n]*\n\s*)?(?=\p{L})/gu, '')
      .replace(/[\u2018\u2019]/g, "'")
      .replace(/[\u201c\u201d]/g, '"')
      .replace(/\s+/g, ' ')
      .toLowerCase()
  )
}
