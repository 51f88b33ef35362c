/** What `list-presentations`, `get-presentation-slides` and the featured list answer (docs/specification.md B3, B7). */

/** The sizes of the Google Slides API, with their widths in pixels. */
export const thumbnailWidths = { LARGE: 1_600, MEDIUM: 800, SMALL: 200 } as const
export type ThumbnailSize = keyof typeof thumbnailWidths
export const thumbnailSizes = ['LARGE', 'MEDIUM', 'SMALL'] as const

/** A presentation in a list. Addresses are empty where there is no picture: a first slide that is written. */
export interface PresentationObject {
  id: string
  title: string
  embedUrl: string
  thumbnailUrl: string
  exportUrl: string
  alternativeUrls: string[]
  /** which slide the pictures show */
  slideNumber: number
  slideCount: number
  /** False: the team's draft. */
  isPublished: boolean
}

/** A part of what a slide says. Of a drawn page its words alone, for whoever does not see the picture. */
export type SlideElement =
  | { type: 'heading' | 'text'; text: string }
  | { type: 'image'; url: string; alt: string }

export interface SlideObject {
  id: string
  thumbnailUrl: string
  exportUrl: string
  embedUrl: string
  /** distinct and not empty */
  alternativeUrls: string[]
  content: {
    elements: SlideElement[]
    backgroundColor: string
    /** `default` for a drawn page, else a layout of domain/content/slides.ts */
    layoutType: string
  }
}

export interface PresentationSlides {
  success: true
  presentationId: string
  title: string
  slides: SlideObject[]
}

/** The addresses of a picture, each once. */
export function distinctUrls(...urls: string[]): string[] {
  return [...new Set(urls.filter((url) => url !== ''))]
}

/** A slide's words, for whoever does not see it. */
export function slideText({ content }: Pick<SlideObject, 'content'>): string {
  return content.elements
    .map((element) => (element.type === 'image' ? element.alt : element.text).trim())
    .filter(Boolean)
    .join('\n')
}
