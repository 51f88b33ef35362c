import { CircleAlert, Paperclip, Send, X } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import { sizeText, type UploadedFile } from '#domain/files/files.ts'
import { longestMessage, sendMessageInput } from '#domain/messages/messages.ts'
import { messageTexts } from '#domain/texts/messages.ts'
import { FileUpload } from '#web/components/documents/file-upload.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Textarea } from '#web/components/ui/input.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { describeRefusal, refusalSentence } from '#web/lib/fetch/refusals.ts'
import { dropUpload } from '#web/lib/files/uploads.ts'
import { useMessageDraft } from './use-message-draft.ts'
import { useSendMessage } from './use-send-message.ts'

const texts = messageTexts.composer
/** The field shows the remaining length from here on. */
const fewLeft = 300

/**
 * Writes and sends a message with files. Input stays until it is sent, and a message that may have arrived is not sent
 * twice.
 */
export function Composer({
  slug,
  patientId,
  otherName,
}: {
  slug: string
  patientId: string
  otherName: string
}) {
  const id = useId()
  const { draft, change, markTried, clear } = useMessageDraft(patientId)
  const send = useSendMessage(slug, patientId)
  const [isUploading, setUploading] = useState(false)
  const [sentCount, setSentCount] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  const left = longestMessage - draft.body.trim().length

  function submit(event?: FormEvent): void {
    event?.preventDefault()
    if (send.isPending) return
    const fileIds = draft.files.map((file) => file.id)
    const checked = sendMessageInput.safeParse({ body: draft.body, fileIds, attempt: draft.attempt })
    const refused = isUploading ? texts.uploading : (checked.error?.issues[0]?.message ?? null)
    setProblem(refused)
    if (refused) return
    markTried()
    send.mutate(draft, {
      onSuccess() {
        clear()
        setSentCount((count) => count + 1)
      },
      onError: (error) => setProblem(problemOf(error)),
    })
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    submit()
  }

  function detach(file: UploadedFile): void {
    change(({ files }) => ({ files: files.filter((each) => each.id !== file.id) }))
    dropUpload(file).catch((error: unknown) => toast.error(texts.removeFailed, describeRefusal(error)))
  }

  return (
    <form noValidate onSubmit={submit} className="px-4 py-3">
      <label htmlFor={id} className="sr-only">
        {texts.label(otherName)}
      </label>
      <Textarea
        id={id}
        rows={2}
        className="max-h-48 min-h-14 resize-none [field-sizing:content]"
        placeholder={texts.placeholder}
        aria-describedby={`${id}-hint ${id}-problem`}
        aria-invalid={problem !== null}
        // changed text would be another message
        readOnly={send.isPending}
        value={draft.body}
        onChange={({ target }) => {
          setProblem(null)
          change(() => ({ body: target.value }))
        }}
        onKeyDown={onKeyDown}
      />
      <p id={`${id}-hint`} className="mt-1.5 text-note text-muted">
        {left < fewLeft ? (
          texts.left(Math.max(left, 0))
        ) : (
          <span className="max-sm:sr-only">{texts.hint}</span>
        )}
      </p>
      <p
        id={`${id}-problem`}
        role="alert"
        className="mt-1.5 flex items-start gap-1.5 text-note font-semibold text-danger empty:hidden"
      >
        {problem && (
          <>
            <CircleAlert aria-hidden className="mt-0.5 size-3.5 flex-none" />
            {problem}
          </>
        )}
      </p>
      {draft.files.length > 0 && (
        <ul aria-label={texts.attached} className="mt-2 flex flex-wrap gap-2">
          {draft.files.map((file) => (
            <li
              key={file.id}
              className="flex max-w-full items-center gap-2 rounded-control border border-line py-0.5 pr-0.5 pl-3 text-form"
            >
              <Paperclip aria-hidden className="size-4 flex-none text-muted" />
              <span className="truncate">{file.name}</span>
              <span className="flex-none text-note text-muted">{sizeText(file.sizeBytes)}</span>
              <Button
                variant="quiet"
                size="icon"
                aria-label={texts.remove(file.name)}
                disabled={send.isPending}
                onClick={() => detach(file)}
              >
                <X aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-2 flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <FileUpload
            // a sent message leaves no refused file behind
            key={sentCount}
            compact
            kind="message_attachment"
            patientId={patientId}
            onUploaded={(file) => {
              setProblem(null)
              change(({ files }) => ({ files: [...files, file] }))
            }}
            onBusyChange={setUploading}
          />
        </div>
        <SubmitButton className="ml-auto max-sm:px-3" isBusy={send.isPending} busyText={texts.sending}>
          <Send aria-hidden />
          {send.isError && draft.isTried ? texts.again : texts.send}
        </SubmitButton>
      </div>
    </form>
  )
}

function problemOf(error: unknown): string {
  if (error instanceof ApiError && error.fields[0]) return error.fields[0].message
  const sentence = refusalSentence(error)
  return sentence ? `${texts.failed} ${sentence}` : texts.failed
}
