import { Check } from 'lucide-react'
import { componentTexts } from '#domain/texts/components.ts'
import { formatClock } from '#domain/values/dates.ts'
import { usePageZone } from '#web/lib/clinic/page-zone.ts'

/** Shows unsaved changes, or the time of the last save. @param savedAt null before the first save */
export function SaveState({ isDirty, savedAt }: { isDirty: boolean; savedAt: Date | null }) {
  const timeZone = usePageZone()
  return (
    <p role="status" className="text-form text-muted">
      {isDirty && componentTexts.form.unsaved}
      {!isDirty && savedAt && (
        <span className="inline-flex items-center gap-1.5">
          <Check aria-hidden className="size-4 text-success" />
          {componentTexts.form.savedAt(formatClock(savedAt, timeZone))}
        </span>
      )}
    </p>
  )
}
