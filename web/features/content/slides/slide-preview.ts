import { useQuery } from '@tanstack/react-query'
import { hasPicture, type Slide, type WrittenSlide } from '#domain/content/slides.ts'
import type { SlideObject } from '#domain/presentations/presentations.ts'
import { type PdfPage, pdfQuery } from '#web/components/article/pdf-queries.ts'
import { useClinicSlug } from '#web/lib/clinic/current-clinic.ts'

/** The PDF page of a slide; undefined for a written slide or while loading. */
export function useDrawnPage(slide: Slide): PdfPage | undefined {
  const slug = useClinicSlug()
  const documentId = slide.kind === 'page' ? slide.documentId : ''
  const { data } = useQuery({ ...pdfQuery(slug, documentId), enabled: slide.kind === 'page' })
  if (slide.kind !== 'page' || data?.state !== 'ready') return undefined
  return data.pages.find(({ number }) => number === slide.page)
}

export function contentOf(slide: WrittenSlide, url: string | undefined): SlideObject['content'] {
  const isPictured = hasPicture(slide.layout)
  return {
    backgroundColor: slide.background,
    layoutType: slide.layout,
    elements: [
      ...(slide.heading ? [{ type: 'heading' as const, text: slide.heading }] : []),
      ...(slide.text ? [{ type: 'text' as const, text: slide.text }] : []),
      ...(isPictured && url ? [{ type: 'image' as const, url, alt: slide.alt }] : []),
    ],
  }
}
