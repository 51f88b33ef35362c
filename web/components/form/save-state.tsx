import { Check } from 'lucide-react'
import { settingsTexts } from '#domain/texts/settings.ts'
import { formatTime } from '#web/lib/format.ts'

/** Beside a save button: unsaved changes, or when the last save was. @param savedAt null before the first save */
export function SaveState({ isDirty, savedAt }: { isDirty: boolean; savedAt: Date | null }) {
  return (
    <p role="status" className="text-form text-muted">
      {isDirty && settingsTexts.unsaved}
      {!isDirty && savedAt && (
        <span className="inline-flex items-center gap-1.5">
          <Check aria-hidden className="size-4 text-success" />
          {settingsTexts.savedAt(formatTime(savedAt))}
        </span>
      )}
    </p>
  )
}
