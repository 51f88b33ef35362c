import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { BodyOf } from '#domain/content/body.ts'
import { replacedPages, replacedSlide, type Slide, withPages } from '#domain/content/slides.ts'
import { contentTexts } from '#domain/texts/content.ts'
import { type PdfPage, pdfQuery } from '#web/components/article/pdf-queries.ts'
import { Field } from '#web/components/form/field.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { useClinicSlug } from '#web/lib/clinic/current-clinic.ts'
import { useFileLinks } from '#web/lib/files/file-links.ts'
import { config } from '#web/lib/page/config.ts'
import { FileField } from '../file-field.tsx'
import { pageNotesQuery } from '../queries.ts'
import { GoogleImport } from './google-import.tsx'

const texts = contentTexts.slides
type Body = BodyOf<'presentation'>
type Place = keyof typeof texts.places
const places = Object.keys(texts.places) as Place[]

/** Imports pages of a PDF or of Google Slides: appends them, replaces all slides, or replaces one. */
export function PresentationImport({
  body,
  chosen,
  error,
  onChange,
}: {
  body: Body
  error: string | undefined
  chosen: Slide | undefined
  onChange(body: Body): void
}) {
  const slug = useClinicSlug()
  const [place, setPlace] = useState<Place>('end')
  const { importing } = body
  const pdf = useQuery({ ...pdfQuery(slug, importing ?? ''), enabled: importing !== null })
  const isReady = importing !== null && pdf.data?.state === 'ready'
  const notes = useQuery({ ...pageNotesQuery(slug, importing ?? ''), enabled: isReady })
  const latest = useRef({ body, onChange, place, chosen })
  latest.current = { body, onChange, place, chosen }
  const pages = pdf.data?.state === 'ready' ? pdf.data.pages : []
  const asks = place === 'one' && chosen !== undefined && pages.length > 1

  function replaceOne(documentId: string, page: number): void {
    const { body: now, onChange: change, chosen: slide } = latest.current
    if (!slide) return
    const imported = { documentId, pages: pages.length, notes: notes.data ?? [] }
    const slides = replacedSlide(now.slides, slide.id, imported, page)
    change({ ...now, importing: null, slides })
    toast.success(texts.replaced(slides.findIndex(({ id }) => id === slide.id) + 1))
  }

  const count = pages.length
  const noted = notes.data
  const replace = useRef(replaceOne)
  replace.current = replaceOne
  useEffect(() => {
    if (!isReady || !importing || !noted || asks) return
    const { body: now, onChange: change, place: where, chosen: slide } = latest.current
    if (where === 'one' && slide) return replace.current(importing, 1)
    const imported = { documentId: importing, pages: count, notes: noted }
    const newId = () => crypto.randomUUID()
    const slides =
      where === 'all' ? replacedPages(now.slides, imported, newId) : withPages(now.slides, imported, newId)
    change({ ...now, importing: null, slides })
    toast.success(texts.imported(count))
  }, [isReady, importing, noted, asks, count])

  return (
    <div className="space-y-5">
      {body.slides.length > 0 && (
        <Field label={texts.place}>
          {(control) => (
            <Select {...control} value={place} onChange={({ target }) => setPlace(target.value as Place)}>
              {places.map((each) => (
                <option key={each} value={each}>
                  {texts.places[each]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <FileField
        label={texts.import}
        hint={texts.importHint}
        error={error}
        kind="content_pdf"
        fileId={importing}
        onChange={(fileId) => onChange({ ...body, importing: fileId })}
      >
        {pdf.data?.state === 'refused' ? (
          <Notice tone="warning">
            <p>{texts.refused[pdf.data.reason] ?? texts.refused.damaged}</p>
          </Notice>
        ) : asks && importing ? (
          <ChoosePage pages={pages} onChoose={(page) => replaceOne(importing, page)} />
        ) : (
          <p role="status" className="text-form text-muted">
            {contentTexts.editor.fields.pdfWaiting}
          </p>
        )}
      </FileField>
      {config.importsGoogleSlides && importing === null && (
        <GoogleImport onImported={(documentId) => onChange({ ...body, importing: documentId })} />
      )}
    </div>
  )
}

function ChoosePage({ pages, onChoose }: { pages: readonly PdfPage[]; onChoose(page: number): void }) {
  const urls = useFileLinks(pages.map(({ smallFileId }) => smallFileId).slice(0, 100))
  return (
    <fieldset className="min-w-0">
      <legend className="text-form">{texts.choosePage}</legend>
      <ul className="mt-2 flex gap-3 overflow-x-auto p-1 pb-3">
        {pages.map(({ number, smallFileId }) => (
          <li key={number} className="flex-none text-center">
            <button
              type="button"
              aria-label={texts.pageNumber(number)}
              className="viewer-thumbnail"
              onClick={() => onChoose(number)}
            >
              {urls.get(smallFileId) && (
                <img src={urls.get(smallFileId)} alt="" loading="lazy" className="size-full object-contain" />
              )}
            </button>
            <span aria-hidden className="text-note text-muted tabular-nums">
              {number}
            </span>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
