import { CircleAlert, FileUp, RotateCcw, X } from 'lucide-react'
import { type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { acceptedBy, type FileKind, fileKinds, sizeText, type UploadedFile } from '#domain/files/files.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { fileTexts } from '#domain/texts/files.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { refusalSentence } from '#web/lib/fetch/refusals.ts'
import { UploadCanceled } from '#web/lib/files/resumable-upload.ts'
import { startUpload } from '#web/lib/files/uploads.ts'
import { useAskBeforeUnload } from '#web/lib/hooks/use-ask-before-unload.ts'
import { Button } from '../ui/button.tsx'
import { cn } from '../ui/class-names.ts'
import { Progress } from '../ui/progress.tsx'
import { toast } from '../ui/toast.ts'

const texts = fileTexts.upload

interface Sending {
  key: string
  file: File
  share: number
  failure: string | null
  /** The file itself was refused, so a retry fails again. */
  isRefused?: boolean
}

/**
 * An uploaded file is passed on and leaves the list. A refused file leaves it when others are chosen; a file whose upload
 * failed remains for a retry.
 *
 * @param onUploaded called once for each file
 * @param isFull accepts no more files; running uploads remain
 * @param compact only the button and running uploads, for a composer
 * @param showsHint false hides the allowed types and sizes visually
 */
export function FileUpload({
  kind,
  patientId,
  question,
  isFull = false,
  multiple = true,
  compact = false,
  showsHint = !compact,
  onUploaded,
  onBusyChange,
}: {
  kind: FileKind
  /** For files about a patient. */
  patientId?: string
  /** For files that answer a question of a form. */
  question?: { requestId: string; fieldId: string }
  isFull?: boolean
  multiple?: boolean
  compact?: boolean
  showsHint?: boolean
  onUploaded(file: UploadedFile): void
  /** Reports running uploads, so that no form is sent without them. */
  onBusyChange?(isBusy: boolean): void
}) {
  const { sending, add, cancel, retry } = useUploads({ kind, patientId, question, onUploaded })
  const [isOver, setOver] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  const hintId = useId()
  const isBusy = sending.some(({ failure }) => failure === null)
  useEffect(() => onBusyChange?.(isBusy), [isBusy, onBusyChange])
  useAskBeforeUnload(isBusy)

  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const files = [...event.dataTransfer.files]
    add(multiple ? files : files.slice(0, 1))
  }
  return (
    <div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button does the same */}
      <div
        className={cn(
          isFull && 'hidden',
          !compact && 'rounded-card border border-control border-dashed p-5 text-center',
          isOver && 'bg-tint',
        )}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <Button
          variant="outline"
          size={compact ? 'small' : 'normal'}
          aria-describedby={hintId}
          onClick={() => chooser.current?.click()}
        >
          <FileUp aria-hidden />
          {multiple ? texts.choose.many : texts.choose.one}
        </Button>
        {!compact && (
          <span className="ml-3 text-muted max-sm:hidden">{multiple ? texts.drop.many : texts.drop.one}</span>
        )}
        <p id={hintId} className={cn('text-note text-muted', showsHint ? 'mt-2' : 'sr-only')}>
          {texts.hints[kind]}
        </p>
        <input
          ref={chooser}
          type="file"
          className="hidden"
          accept={acceptedBy(kind)}
          multiple={multiple}
          onChange={(event) => {
            add([...(event.target.files ?? [])])
            // allows the same file to be chosen again
            event.target.value = ''
          }}
        />
      </div>
      {sending.length > 0 && (
        <ul aria-label={texts.listLabel} className="mt-3 space-y-2">
          {sending.map((each) => (
            <SendingRow
              key={each.key}
              sending={each}
              onCancel={() => cancel(each.key)}
              onRetry={() => retry(each.key)}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

function SendingRow({
  sending: { file, share, failure, isRefused },
  onCancel,
  onRetry,
}: {
  sending: Sending
  onCancel(): void
  onRetry(): void
}) {
  return (
    <li className="flex items-center gap-3 rounded-control border border-line px-3 py-2 text-left">
      <div className="min-w-0 flex-1">
        <p className="flex justify-between gap-3 text-form">
          <span className="truncate">{file.name}</span>
          <span className="flex-none text-note text-muted tabular-nums">{sizeText(file.size)}</span>
        </p>
        {failure === null ? (
          <>
            <Progress className="mt-1.5 w-full" value={share} max={1} label={texts.progress(file.name)} />
            {share === 1 && <p className="mt-1 text-note text-muted">{texts.checking}</p>}
          </>
        ) : (
          <p role="alert" className="mt-1 flex items-start gap-1.5 text-note font-semibold text-danger">
            <CircleAlert aria-hidden className="mt-0.5 size-3.5 flex-none" />
            {failure}
          </p>
        )}
      </div>
      {failure !== null && !isRefused && (
        <Button variant="quiet" size="icon" aria-label={texts.retryOf(file.name)} onClick={onRetry}>
          <RotateCcw aria-hidden />
        </Button>
      )}
      <Button
        variant="quiet"
        size="icon"
        aria-label={failure === null ? texts.cancel(file.name) : texts.dismiss(file.name)}
        onClick={onCancel}
      >
        <X aria-hidden />
      </Button>
    </li>
  )
}

function useUploads({
  kind,
  patientId,
  question,
  onUploaded,
}: {
  kind: FileKind
  patientId: string | undefined
  question: { requestId: string; fieldId: string } | undefined
  onUploaded(file: UploadedFile): void
}) {
  const [sending, setSending] = useState<Sending[]>([])
  const running = useRef(new Map<string, () => void>())
  const isGone = useRef(false)
  // the current callback, for uploads that began earlier
  const hand = useRef(onUploaded)
  hand.current = onUploaded

  useEffect(() => {
    isGone.current = false
    const uploads = running.current
    return () => {
      isGone.current = true
      // unused uploads are canceled; those that attach themselves continue
      if (!fileKinds[kind].attachesItself) for (const cancelOne of uploads.values()) cancelOne()
    }
  }, [kind])

  const change = (key: string, to: Partial<Sending>) =>
    setSending((all) => all.map((each) => (each.key === key ? { ...each, ...to } : each)))
  const remove = (key: string) => setSending((all) => all.filter((each) => each.key !== key))

  function send(key: string, file: File): void {
    const { done, cancel: stop } = startUpload({
      content: file,
      name: file.name,
      kind,
      ...(patientId !== undefined && { patientId }),
      ...(question !== undefined && { question }),
      onProgress: (share) => change(key, { share }),
    })
    running.current.set(key, stop)
    done
      .then((uploaded) => {
        remove(key)
        hand.current(uploaded)
      })
      .catch((error: unknown) => {
        if (error instanceof UploadCanceled) return
        const failure = refusalSentence(error) ?? texts.failed
        if (isGone.current) toast.error(texts.failedTitle(file.name), { description: failure })
        else change(key, { failure, isRefused: isRefusalOfFile(error) })
      })
      .finally(() => running.current.delete(key))
  }

  return {
    sending,
    add(files: readonly File[]) {
      if (files.length > 0) setSending((all) => all.filter(({ isRefused }) => !isRefused))
      for (const file of files) {
        const key = crypto.randomUUID()
        const failure = knownRefusal(kind, file)
        setSending((all) => [...all, { key, file, share: 0, failure, isRefused: failure !== null }])
        if (failure === null) send(key, file)
      }
    },
    cancel(key: string) {
      running.current.get(key)?.()
      remove(key)
    },
    retry(key: string) {
      const file = sending.find((each) => each.key === key)?.file
      if (!file) return
      change(key, { share: 0, failure: null })
      send(key, file)
    },
  }
}

/** A size refusal known before the upload. */
function knownRefusal(kind: FileKind, { size }: File): string | null {
  if (size === 0) return errorTexts.file_empty
  return size > fileKinds[kind].maxBytes ? errorTexts.file_too_large : null
}

/** True if the server read the file and refused its content, type or size. */
const isRefusalOfFile = (error: unknown) =>
  error instanceof ApiError && [413, 415, 422].includes(error.status)
