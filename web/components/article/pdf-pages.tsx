import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, FileText } from 'lucide-react'
import { useState } from 'react'
import { findInPages } from '#domain/content/find-in-pages.ts'
import { learningTexts } from '#domain/texts/learning.ts'
import { useClinicSlug } from '#web/lib/clinic/current-clinic.ts'
import { useFileLinks } from '#web/lib/files/file-links.ts'
import { Field } from '../form/field.tsx'
import { Button } from '../ui/button.tsx'
import { Input } from '../ui/input.tsx'
import { type PdfPage, pdfQuery } from './pdf-queries.ts'
import { StoredPicture } from './stored-picture.tsx'

const texts = learningTexts.pdf

/**
 * A PDF page by page. If its pages are not drawn, it is opened as a file.
 *
 * @param startAt the reader's position, as a share of the pages
 */
export function PdfPages({
  fileId,
  startAt = 0,
  onPlace,
}: {
  fileId: string
  startAt?: number
  onPlace?(share: number): void
}) {
  const slug = useClinicSlug()
  const pdf = useQuery(pdfQuery(slug, fileId))
  return (
    <div className="space-y-4">
      {pdf.data?.state === 'ready' && (
        <Pages pages={pdf.data.pages} startAt={startAt} {...(onPlace && { onPlace })} />
      )}
      {pdf.data?.state === 'waiting' && (
        <p role="status" className="text-form text-muted">
          {texts.preparing}
        </p>
      )}
      <OpenPdf fileId={fileId} />
    </div>
  )
}

function Pages({
  pages,
  startAt,
  onPlace,
}: {
  pages: readonly PdfPage[]
  startAt: number
  onPlace?(share: number): void
}) {
  const total = pages.length
  const [number, setNumber] = useState(() => Math.min(Math.max(Math.round(startAt * total), 1), total))
  const [search, setSearch] = useState('')
  const page = pages[number - 1]
  const next = pages[number]
  const links = useFileLinks([page, next].flatMap((one) => one?.fileId ?? []))
  const nextUrl = next && links.get(next.fileId)
  const found = findInPages(pages, search)

  function goTo(to: number): void {
    setNumber(to)
    onPlace?.(to / total)
  }

  if (!page) return null
  return (
    <section aria-label={texts.label} className="space-y-4">
      <Field label={texts.search}>
        {(control) => (
          <Input
            type="search"
            autoComplete="off"
            {...control}
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
        )}
      </Field>
      {search.trim() !== '' && (
        <p role="status" className="flex flex-wrap items-center gap-2 text-form text-muted">
          {found.length === 0 ? texts.notFound : texts.foundOn}
          {found.map((one) => (
            <Button
              key={one.number}
              variant={one.number === number ? 'tint' : 'outline'}
              size="small"
              aria-label={texts.goTo(one.number)}
              onClick={() => goTo(one.number)}
            >
              {one.number}
            </Button>
          ))}
        </p>
      )}
      <StoredPicture
        url={links.get(page.fileId)}
        alt={texts.page(number, total)}
        className="w-full rounded-control border border-line"
      />
      {nextUrl && <img src={nextUrl} alt="" className="hidden" />}
      <nav aria-label={texts.label} className="flex items-center justify-between gap-3">
        <Button variant="outline" disabled={number === 1} onClick={() => goTo(number - 1)}>
          <ChevronLeft aria-hidden />
          {texts.previous}
        </Button>
        <span role="status" className="text-form text-muted tabular-nums">
          {texts.page(number, total)}
        </span>
        <Button variant="outline" disabled={number === total} onClick={() => goTo(number + 1)}>
          {texts.next}
          <ChevronRight aria-hidden />
        </Button>
      </nav>
      {page.text.trim() !== '' && (
        <details className="rounded-control border border-line px-4 py-3">
          <summary className="font-semibold">{texts.text}</summary>
          <p className="mt-3 whitespace-pre-line">{page.text}</p>
        </details>
      )}
    </section>
  )
}

function OpenPdf({ fileId }: { fileId: string }) {
  const url = useFileLinks([fileId]).get(fileId)
  if (!url) return null
  return (
    <Button asChild variant="quiet">
      <a href={url}>
        <FileText aria-hidden />
        {texts.download}
      </a>
    </Button>
  )
}
