/** Content as a session of a program chooses it. */
export interface SessionContent {
  id: string
  title: string
  type: string
  status: string
}

/**
 * What a session may have as its content, or as its slides: what is not archived, and whatever it has now. `isGone`: it has
 * something that was deleted.
 */
export function sessionChoices(
  content: readonly SessionContent[],
  kind: 'content' | 'slides',
  chosen: string | null,
): { offered: readonly SessionContent[]; isGone: boolean } {
  const fits = ({ type, status }: SessionContent) =>
    status !== 'archived' && (type === 'presentation') === (kind === 'slides')
  return {
    offered: content.filter((each) => each.id === chosen || fits(each)),
    isGone: chosen !== null && !content.some(({ id }) => id === chosen),
  }
}
