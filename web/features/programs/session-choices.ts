export interface SessionContent {
  id: string
  title: string
  type: string
  status: string
}

/**
 * Choices for a session's content or slides: those not archived, and the current one. `isGone`: the current one was
 * deleted.
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
