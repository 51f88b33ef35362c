import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { slideFrameOrigins } from '#domain/presentations/google-slides.ts'
import { type SlideObject, slideText } from '#domain/presentations/presentations.ts'
import { presentationTexts } from '#domain/texts/presentations.ts'
import { config } from '#web/lib/page/config.ts'
import { tabStore } from '#web/lib/page/stores.ts'
import { createSlideCache } from './slide-cache.ts'
import { SlideContent } from './slide-content.tsx'
import { frameSandbox, type SlideSource, slideSource } from './slide-sources.ts'

const texts = presentationTexts.viewer
const cache = createSlideCache(tabStore)
/** Origins that this installation may frame. */
const ownFrames = config.slideFrames.map((provider) => slideFrameOrigins[provider])

/**
 * One slide: tries each picture URL, then the fallbacks of slide-sources.ts. A loaded picture stays when its URL is
 * renewed.
 */
export function SlidePicture({
  slide,
  label,
  frameOrigins = ownFrames,
  onUnavailable,
}: {
  slide: SlideObject
  label: string
  frameOrigins?: readonly string[]
  /** All URLs have failed, or that of the picture on a written slide. */
  onUnavailable?(): void
}) {
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set())
  const [loaded, setLoaded] = useState<string | null>(null)
  const source: SlideSource = loaded
    ? { kind: 'image', url: loaded }
    : slideSource(slide, failed, frameOrigins, cache.get(slide.id))
  const fail = (url: string) => {
    setLoaded(null)
    const next = new Set([...failed, url])
    setFailed(next)
    if (slideSource(slide, next, frameOrigins).kind === 'unavailable') onUnavailable?.()
  }
  switch (source.kind) {
    case 'image':
      return (
        <img
          key={source.url}
          src={source.url}
          alt={slideText(slide) || label}
          decoding="sync"
          draggable={false}
          className="size-full object-contain"
          onLoad={() => {
            cache.put(slide.id, source.url)
            setLoaded(source.url)
          }}
          onError={() => fail(source.url)}
        />
      )
    case 'content':
      return <SlideContent content={slide.content} onPictureFailed={onUnavailable} />
    case 'frame':
      return (
        <iframe
          title={label}
          src={source.url}
          sandbox={frameSandbox}
          referrerPolicy="no-referrer"
          className="size-full border-0"
          onError={() => fail(source.url)}
        />
      )
    case 'unavailable':
      return (
        <div className="flex flex-col items-center gap-3 text-lead text-muted">
          <ImageOff aria-hidden className="size-8" />
          <p role="status">{texts.unavailable}</p>
          {slide.embedUrl && (
            <a href={slide.embedUrl} target="_blank" rel="noreferrer" className="link text-form">
              {texts.openSource}
            </a>
          )}
        </div>
      )
  }
}
