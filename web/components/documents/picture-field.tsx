import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react'
import { acceptedBy, fileKinds } from '#domain/files/files.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { fileTexts } from '#domain/texts/files.ts'
import { currentClinicSlug } from '#web/lib/clinic/clinic-address.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { refusalSentence } from '#web/lib/fetch/refusals.ts'
import { avatarsKey } from '#web/lib/files/file-links.ts'
import { startUpload } from '#web/lib/files/uploads.ts'
import { loadPart } from '#web/lib/page/page-chunks.ts'
import { AskFirst } from '../access/ask-first.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogContent } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { toast } from '../ui/toast.ts'

const PictureCrop = lazy(() => loadPart(() => import('./picture-crop.tsx')))

const texts = fileTexts.picture
/** Allows photos of current phones; the uploaded part is small. */
const largestPhotoBytes = 30_000_000

/**
 * The user's avatar (cut to a square) or the clinic's logo. Saved at once, apart from the surrounding form.
 *
 * @param children the picture or its placeholder
 * @param onChanged called after a save, to read the picture again
 */
export function PictureField({
  kind,
  hasPicture,
  children,
  onChanged,
}: {
  kind: 'avatar' | 'logo'
  hasPicture: boolean
  children: ReactNode
  onChanged?(): unknown
}) {
  const queryClient = useQueryClient()
  const chooser = useRef<HTMLInputElement>(null)
  const [source, setSource] = useState<{ file: File; url: string } | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const hintId = useId()

  const save = useMutation({
    mutationFn: async (content: Blob | null) => {
      const file = content && (await startUpload({ content, name: kind, kind }).done)
      await callFunction(kind === 'avatar' ? 'set-avatar' : 'set-clinic-logo', { fileId: file?.id ?? null })
      await Promise.all([
        kind === 'avatar' && queryClient.invalidateQueries({ queryKey: avatarsKey(currentClinicSlug()) }),
        onChanged?.(),
      ])
    },
    onMutate: () => setFailure(null),
    onSuccess: (_answer, content) => {
      setSource(null)
      toast.success(content ? texts.saved[kind] : texts.removed[kind])
    },
    onError: (error) => setFailure(refusalSentence(error) ?? fileTexts.upload.failed),
  })

  async function choose(file: File | undefined): Promise<void> {
    if (!file) return
    setFailure(null)
    toast.dismiss()
    const most = kind === 'avatar' ? largestPhotoBytes : fileKinds[kind].maxBytes
    if (file.size > most) return setFailure(errorTexts.file_too_large)
    if (kind === 'logo') return save.mutate(file)
    const url = await dataUrlOf(file).catch(() => null)
    if (url) setSource({ file, url })
    else setFailure(texts.unreadable)
  }

  /** The server reads formats that this browser cannot show, such as HEIC. */
  function sendUncropped(file: File): void {
    setSource(null)
    if (file.size > fileKinds[kind].maxBytes) setFailure(texts.unreadable)
    else save.mutate(file)
  }

  const problem = failure && (
    <Notice tone="danger" title={texts.failedTitle} className="mt-4">
      <p>{failure}</p>
    </Notice>
  )
  const isOpen = source !== null
  return (
    <div>
      <div className="flex flex-wrap items-center gap-4">
        {children}
        <div className="min-w-0">
          <div className="flex flex-wrap gap-3">
            <Button
              variant="outline"
              aria-describedby={hintId}
              aria-disabled={save.isPending || undefined}
              onClick={() => save.isPending || chooser.current?.click()}
            >
              {save.isPending && <Spinner />}
              {hasPicture ? texts.change : texts.choose}
            </Button>
            {hasPicture && (
              <AskFirst
                label={texts.remove}
                ask={texts.removeAsk[kind]}
                isBusy={save.isPending}
                onAction={(close) => save.mutate(null, { onSettled: close })}
              />
            )}
          </div>
          <p id={hintId} className="mt-2 text-note text-muted">
            {fileTexts.upload.hints[kind]}
          </p>
        </div>
      </div>
      <input
        ref={chooser}
        type="file"
        className="hidden"
        accept={acceptedBy(kind)}
        onChange={(event) => {
          void choose(event.target.files?.[0])
          // allows the same file to be chosen again
          event.target.value = ''
        }}
      />
      {!isOpen && problem}
      <Dialog open={isOpen} onOpenChange={(open) => open || save.isPending || setSource(null)}>
        <DialogContent title={texts.crop.title} description={texts.crop.lead}>
          {source !== null && (
            <Suspense
              fallback={
                <Loading>
                  <Skeleton className="h-72" />
                </Loading>
              }
            >
              <PictureCrop
                source={source.url}
                isBusy={save.isPending}
                onSave={(picture) => save.mutate(picture)}
                onCancel={() => setSource(null)}
                onUnreadable={() => sendUncropped(source.file)}
              >
                {problem}
              </PictureCrop>
            </Suspense>
          )}
        </DialogContent>
      </Dialog>
    </div>
  )
}

function dataUrlOf(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
