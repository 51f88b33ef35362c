import { useId, useState } from 'react'
import { contentTexts } from '#domain/texts/content.ts'
import { AlertDialog } from '#web/components/ui/alert-dialog.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { refusalSentence } from '#web/lib/fetch/refusals.ts'
import type { ContentItem } from './queries.ts'
import { useContentActions } from './use-content-actions.ts'

const texts = contentTexts.publishAsk

/** Asks once before publishing; an example requires a confirmation that it was checked. */
export function PublishDialog({
  item,
  isOpen,
  onClose,
  onPublished,
}: {
  item: Pick<ContentItem, 'id' | 'title' | 'status' | 'version' | 'isUncheckedExample'>
  isOpen: boolean
  onClose(): void
  onPublished?(): void
}) {
  const { publish } = useContentActions()
  const [isChecked, setChecked] = useState(false)
  const checkId = useId()
  const { error, isPending } = publish
  const missing = error instanceof ApiError ? error.fields.map(({ message }) => message) : []
  const close = () => {
    publish.reset()
    setChecked(false)
    onClose()
  }
  return (
    <AlertDialog
      open={isOpen}
      onOpenChange={(open) => open || isPending || close()}
      title={texts.title(item.title)}
      consequence={item.status === 'draft' ? texts.text : texts.textChanges}
      safeLabel={texts.cancel}
      actionLabel={texts.confirm}
      actionVariant="primary"
      isBusy={isPending}
      onAction={() =>
        publish.mutate(
          { item, isChecked },
          {
            onSuccess: () => {
              close()
              onPublished?.()
            },
          },
        )
      }
    >
      {item.isUncheckedExample && (
        <Notice tone="warning" className="mt-4">
          <p>{texts.example}</p>
          <p className="mt-3 flex items-start gap-3 font-semibold">
            <Checkbox
              id={checkId}
              checked={isChecked}
              onChange={({ target }) => setChecked(target.checked)}
            />
            <label htmlFor={checkId}>{texts.checked}</label>
          </p>
        </Notice>
      )}
      {error && (
        <Notice tone="danger" title={refusalSentence(error) ?? contentTexts.statusFailed} className="mt-4">
          {missing.length > 0 && (
            <ul className="list-disc pl-4">
              {missing.map((message) => (
                <li key={message}>{message}</li>
              ))}
            </ul>
          )}
        </Notice>
      )}
    </AlertDialog>
  )
}
