const stepMs = 300

export type TransitionState = 'idle' | 'loading' | 'complete'

/**
 * Follows one navigation: loading; once the page is shown, complete after 300 ms and idle after another 300
 * (docs/specification.md A4).
 *
 * @returns stops following
 */
export function followNavigation(isFetching: boolean, show: (state: TransitionState) => void): () => void {
  show('loading')
  if (isFetching) return () => {}
  const toComplete = setTimeout(() => show('complete'), stepMs)
  const toIdle = setTimeout(() => show('idle'), 2 * stepMs)
  return () => {
    clearTimeout(toComplete)
    clearTimeout(toIdle)
  }
}
