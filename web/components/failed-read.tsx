import { shellTexts } from '#domain/texts/shell.ts'
import { refusalSentence } from '#web/lib/fetch/refusals.ts'
import { Button } from './ui/button.tsx'
import { Notice } from './ui/notice.tsx'

/** A failed read within a form or dialog; `ErrorState` is for a page or card. */
export function FailedRead({
  title,
  error,
  onRetry,
}: {
  title: string
  error: unknown
  onRetry: () => void
}) {
  return (
    <Notice tone="danger" title={title}>
      <p>{refusalSentence(error)}</p>
      <Button type="button" variant="outline" size="small" className="mt-3" onClick={onRetry}>
        {shellTexts.retry}
      </Button>
    </Notice>
  )
}
