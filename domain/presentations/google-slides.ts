/** Addresses and API answers of Google Slides (docs/domain-rules.md rule 42). */

import * as z from 'zod/mini'
import { presentationTexts } from '../texts/presentations.ts'
import { consentReturn } from '../values/consent-return.ts'

export const startSlidesImportInput = z.object({
  itemId: z.uuid(),
  address: z.string().check(
    z.maxLength(500, presentationTexts.google.address),
    z.refine((address) => googlePresentationId(address) !== null, presentationTexts.google.address),
  ),
})

export const slidesReturn = consentReturn('google-slides')

/** @param pageId of the API */
export function googleEmbedAddress(presentationId: string, pageId: string): string {
  return `${googleFrameOrigin}/presentation/d/${encodeURIComponent(presentationId)}/embed?rm=minimal&slide=id.${encodeURIComponent(pageId)}`
}
const googleFrameOrigin = 'https://docs.google.com'
/** If the installation allows the provider (`EMBED_SLIDES`). */
export const slideFrameOrigins = { google: googleFrameOrigin } as const
export type SlideFrame = keyof typeof slideFrameOrigins
export const slideFrameNames = ['google'] as const satisfies SlideFrame[]

/**
 * The id in an address like `https://docs.google.com/presentation/d/ID/edit#slide=id.p`.
 *
 * @returns null for any other address; a published one (`/d/e/...`) has no id that the API accepts
 */
export function googlePresentationId(address: string): string | null {
  if (!URL.canParse(address.trim())) return null
  const { protocol, hostname, pathname } = new URL(address.trim())
  if (protocol !== 'https:' || hostname !== 'docs.google.com') return null
  return /^\/presentation\/(?:u\/\d+\/)?d\/([A-Za-z0-9_-]{20,100})(?:\/|$)/.exec(pathname)?.[1] ?? null
}

/** A slide's texts and notes. */
export interface GoogleSlide {
  pageId: string
  text: string
  notes: string
}

export interface GooglePresentation {
  title: string
  slides: GoogleSlide[]
}

interface PageElement {
  title?: string
  description?: string
  shape?: { placeholder?: { type?: string }; text?: TextContent }
  table?: { tableRows?: { tableCells?: { text?: TextContent }[] }[] }
  elementGroup?: { children?: PageElement[] }
}

interface TextContent {
  textElements?: { textRun?: { content?: string }; autoText?: { content?: string } }[]
}

interface Page {
  objectId?: string
  pageElements?: PageElement[]
  slideProperties?: {
    isSkipped?: boolean
    notesPage?: { pageElements?: PageElement[]; notesProperties?: { speakerNotesObjectId?: string } }
  }
}

/** Omits skipped slides. */
export function readGooglePresentation(answer: unknown): GooglePresentation {
  const { title, slides } = (answer ?? {}) as { title?: unknown; slides?: unknown }
  return {
    title: typeof title === 'string' ? title : '',
    slides: (Array.isArray(slides) ? (slides as Page[]) : [])
      .filter(({ objectId, slideProperties }) => objectId && !slideProperties?.isSkipped)
      .map(({ objectId = '', pageElements, slideProperties }) => ({
        pageId: objectId,
        text: wordsOf(pageElements),
        notes: notesOf(slideProperties?.notesPage?.pageElements),
      })),
  }
}

/** All texts, and each picture's description, else its title. */
function wordsOf(elements: PageElement[] = []): string {
  return elements
    .map(({ shape, table, elementGroup, description, title }) =>
      [
        shape ? textOf(shape.text) : '',
        ...(table?.tableRows ?? []).map(({ tableCells = [] }) =>
          tableCells.map(({ text }) => textOf(text)).join(' · '),
        ),
        elementGroup ? wordsOf(elementGroup.children) : '',
        shape || table || elementGroup ? '' : (description ?? title ?? ''),
      ]
        .filter((part) => part.trim() !== '')
        .join('\n'),
    )
    .filter((part) => part !== '')
    .join('\n')
}

/** The body of the notes page; its other shape is the slide's picture. */
function notesOf(elements: PageElement[] = []): string {
  return elements
    .filter(({ shape }) => shape?.placeholder?.type === 'BODY')
    .map(({ shape }) => textOf(shape?.text))
    .join('\n')
    .trim()
}

function textOf(text: TextContent | undefined): string {
  return (
    (text?.textElements ?? [])
      .map(({ textRun, autoText }) => textRun?.content ?? autoText?.content ?? '')
      .join('')
      // A line break within a paragraph.
      .replaceAll('\v', '\n')
      .trim()
  )
}
