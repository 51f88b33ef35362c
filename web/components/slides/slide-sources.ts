import type { SlideObject } from '#domain/presentations/presentations.ts'
import { distinctUrls } from '#domain/presentations/presentations.ts'

export type SlideSource =
  | { kind: 'image'; url: string }
  | { kind: 'content' }
  | { kind: 'frame'; url: string }
  | { kind: 'unavailable' }

/** Sandbox of embedded slides (docs/specification.md B2.14). */
export const frameSandbox = 'allow-scripts allow-same-origin allow-forms'

/**
 * The next source of a slide: each image URL once, then its written content, then a frame of a configured provider,
 * then none.
 *
 * @param failed URLs that did not load
 * @param first the URL that worked last time
 */
export function slideSource(
  slide: SlideObject,
  failed: ReadonlySet<string>,
  frameOrigins: readonly string[] = [],
  first = '',
): SlideSource {
  const urls = distinctUrls(slide.thumbnailUrl, slide.exportUrl, ...slide.alternativeUrls)
  const url = [...urls.filter((each) => each === first), ...urls].find((each) => !failed.has(each))
  if (url) return { kind: 'image', url }
  if (slide.content.layoutType !== 'default' && slide.content.elements.length > 0) return { kind: 'content' }
  if (frameOrigins.includes(originOf(slide.embedUrl)) && !failed.has(slide.embedUrl))
    return { kind: 'frame', url: slide.embedUrl }
  return { kind: 'unavailable' }
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : ''
}
