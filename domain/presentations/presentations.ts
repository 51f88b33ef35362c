/** docs/specification.md B3, B7. */

/** Sizes of the Google Slides API, with their widths in pixels. */
export const thumbnailWidths = { LARGE: 1_600, MEDIUM: 800, SMALL: 200 } as const
export type ThumbnailSize = keyof typeof thumbnailWidths
export const thumbnailSizes = ['LARGE', 'MEDIUM', 'SMALL'] as const

/** A presentation in a list. Addresses are empty if the first slide has no picture. */
export interface PresentationObject {
  id: string
  title: string
  embedUrl: string
  thumbnailUrl: string
  exportUrl: string
  alternativeUrls: string[]
  /** The slide that the pictures show. */
  slideNumber: number
  slideCount: number
  /** False: the team's draft. */
  isPublished: boolean
}

/** A part of a slide. A rendered page has only its words, for readers who do not see the picture. */
export type SlideElement =
  | { type: 'heading' | 'text'; text: string }
  | { type: 'image'; url: string; alt: string }

export interface SlideObject {
  id: string
  thumbnailUrl: string
  exportUrl: string
  embedUrl: string
  /** Distinct and not empty. */
  alternativeUrls: string[]
  content: {
    elements: SlideElement[]
    backgroundColor: string
    /** `default` for a rendered page, else a layout of domain/content/slides.ts. */
    layoutType: string
  }
}

export interface PresentationSlides {
  success: true
  presentationId: string
  title: string
  slides: SlideObject[]
}

export function distinctUrls(...urls: string[]): string[] {
  return [...new Set(urls.filter((url) => url !== ''))]
}

export function slideText({ content }: Pick<SlideObject, 'content'>): string {
  return content.elements
    .map((element) => (element.type === 'image' ? element.alt : element.text).trim())
    .filter(Boolean)
    .join('\n')
}
