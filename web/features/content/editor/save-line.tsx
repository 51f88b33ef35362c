import { Check, CircleAlert } from 'lucide-react'
import { contentTexts } from '#domain/texts/content.ts'
import { formatClock, formatDate } from '#domain/values/dates.ts'
import { Button } from '#web/components/ui/button.tsx'
import { usePageZone } from '#web/lib/clinic/page-zone.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import type { SaveState } from './autosave.ts'

const texts = contentTexts.editor

export function SaveLine({
  state,
  savedAt,
  reason,
  onRetry,
}: {
  state: SaveState
  reason: string | null
  savedAt: string
  onRetry(): void
}) {
  const zone = usePageZone()
  const isToday = formatDate(savedAt, zone) === formatDate(serverNow(), zone)
  if (state === 'failed') {
    return (
      <p role="alert" className="flex flex-wrap items-center gap-2 text-form font-semibold text-danger">
        <CircleAlert aria-hidden className="size-4 flex-none" />
        {texts.saveFailed} {reason}
        <Button variant="outline" size="small" onClick={onRetry}>
          {texts.retry}
        </Button>
      </p>
    )
  }
  if (state === 'invalid') {
    return (
      <p role="status" className="inline-flex items-center gap-2 text-form font-semibold text-danger">
        <CircleAlert aria-hidden className="size-4 flex-none" />
        {texts.unfit}
      </p>
    )
  }
  return (
    <p role="status" className="inline-flex items-center gap-1.5 text-form text-muted">
      {state === 'saved' && <Check aria-hidden className="size-4 text-success" />}
      {state === 'saved' && texts.saved(isToday ? formatClock(savedAt, zone) : formatDate(savedAt, zone))}
      {state === 'saving' && texts.saving}
      {(state === 'waiting' || state === 'conflict') && texts.unsaved}
    </p>
  )
}
