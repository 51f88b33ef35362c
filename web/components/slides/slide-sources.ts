import type { SlideObject } from '#domain/presentations/presentations.ts'
import { distinctUrls } from '#domain/presentations/presentations.ts'

/** How a slide is shown. */
export type SlideSource =
  | { kind: 'image'; url: string }
  /** written here: drawn from its elements */
  | { kind: 'content' }
  /** embedded, from a provider that this installation names */
  | { kind: 'frame'; url: string }
  | { kind: 'unavailable' }

/** What a provider's embedded slides may do (docs/specification.md B2.14). */
export const frameSandbox = 'allow-scripts allow-same-origin allow-forms'

/**
 * The next way to show a slide: images from thumbnail, export and alternative addresses, each tried once; else what is written
 * on it; else an embedded frame, whose origin must be a configured provider's; else nothing.
 *
 * @param failed addresses that did not load
 * @param first the address that worked last time
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
