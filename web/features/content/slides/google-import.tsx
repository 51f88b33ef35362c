import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { googlePresentationId, slidesReturn } from '#domain/presentations/google-slides.ts'
import { contentTexts } from '#domain/texts/content.ts'
import { presentationTexts } from '#domain/texts/presentations.ts'
import { Field } from '#web/components/form/field.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { callFunction } from '#web/lib/fetch/api.ts'
import { refusalSentence } from '#web/lib/fetch/refusals.ts'

const texts = contentTexts.slides.google

/** Imports a Google Slides presentation: selected here, authorized at Google, and copied on return. */
export function GoogleImport({ onImported }: { onImported(documentId: string): void }) {
  const { itemId = '' } = useParams()
  const [address, setAddress] = useState('')
  const [isChecked, setChecked] = useState(false)
  const { isDenied, problem, isCopying } = useReturn(itemId, onImported)
  const start = useMutation({
    mutationFn: () => callFunction('start-slides-import', { itemId, address: address.trim() }),
    onSuccess: ({ url }) => location.assign(url),
  })
  const isWrong = isChecked && googlePresentationId(address) === null
  if (isCopying)
    return (
      <p role="status" className="text-form text-muted">
        {texts.copying}
      </p>
    )
  return (
    <details open={isDenied || problem !== null} className="rounded-control border border-line px-4 py-3">
      <summary className="font-semibold text-form">{texts.title}</summary>
      <form
        noValidate
        className="mt-3 space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          setChecked(true)
          if (!start.isPending && googlePresentationId(address) !== null) start.mutate()
        }}
      >
        {isDenied && (
          <Notice tone="warning" title={texts.denied}>
            <p>{texts.deniedLead}</p>
          </Notice>
        )}
        {(start.error || problem) && (
          <Notice tone="danger" title={start.error ? texts.startFailed : texts.failed}>
            <p>{(start.error ? refusalSentence(start.error) : problem) ?? texts.tryAgain}</p>
          </Notice>
        )}
        <p className="text-form text-muted">{texts.lead}</p>
        <Field
          label={texts.address}
          hint={texts.addressHint}
          {...(isWrong && { error: presentationTexts.google.address })}
        >
          {(control) => (
            <Input
              type="url"
              maxLength={500}
              autoComplete="off"
              {...control}
              value={address}
              onChange={({ target }) => setAddress(target.value)}
            />
          )}
        </Field>
        <Button type="submit" variant="outline" disabled={start.isPending}>
          {start.isPending ? texts.starting : texts.start}
        </Button>
      </form>
    </details>
  )
}

function useReturn(itemId: string, onImported: (documentId: string) => void) {
  const { hash, search } = useLocation()
  const navigate = useNavigate()
  const [isDenied, setDenied] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [isCopying, setCopying] = useState(false)
  const imported = useRef(onImported)
  imported.current = onImported
  const used = useRef('')
  useEffect(() => {
    const answer = slidesReturn.read(hash)
    if (!answer || used.current === hash) return
    used.current = hash
    void navigate({ search, hash: '' }, { replace: true })
    if (answer === 'denied') return setDenied(true)
    setCopying(true)
    callFunction('import-google-slides', answer)
      .then((document) => {
        if (document.itemId === itemId) imported.current(document.documentId)
      })
      .catch((error: unknown) => setProblem(refusalSentence(error) ?? texts.tryAgain))
      .finally(() => setCopying(false))
  }, [hash, search, itemId, navigate])
  return { isDenied, problem, isCopying }
}
