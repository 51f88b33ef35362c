import { shellTexts } from '#domain/texts/shell.ts'
import { ErrorState } from '../components/error-state.tsx'
import { Button } from '../components/ui/button.tsx'

/** A defect in a page, or a chunk that could not be loaded. */
export function PageFailed() {
  return (
    <main id="content" className="mx-auto max-w-180 px-4 py-16">
      <PageFailedHere />
    </main>
  )
}

export function PageFailedHere() {
  return (
    <>
      <title>{shellTexts.pageFailedTitle}</title>
      <ErrorState
        title={shellTexts.pageFailedTitle}
        action={<Button onClick={() => location.reload()}>{shellTexts.reload}</Button>}
      >
        {shellTexts.pageFailed}
      </ErrorState>
    </>
  )
}
