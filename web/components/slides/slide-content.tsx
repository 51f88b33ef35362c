import type { SlideElement, SlideObject } from '#domain/presentations/presentations.ts'
import { cn } from '../ui/class-names.ts'

export function SlideContent({
  content,
  isSmall = false,
  onPictureFailed,
}: {
  content: SlideObject['content']
  isSmall?: boolean
  onPictureFailed?: (() => void) | undefined
}) {
  const { elements, backgroundColor, layoutType } = content
  const heading = wordsOf(elements, 'heading')
  const text = wordsOf(elements, 'text')
  const picture = elements.find((element) => element.type === 'image')
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const words = (
    <div className="slide-words">
      {heading && <p className={layoutType === 'title' ? 'slide-title' : 'slide-heading'}>{heading}</p>}
      {layoutType === 'title'
        ? lines.map((line) => (
            <p key={line} className="slide-subtitle">
              {line}
            </p>
          ))
        : lines.length > 0 && (
            <ul className="slide-points">
              {lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          )}
    </div>
  )
  return (
    <div
      {...(isSmall && { 'aria-hidden': true })}
      className={cn('slide', `slide-in-${layoutType}`, isDark(backgroundColor) && 'slide-dark')}
      style={{ backgroundColor }}
    >
      {(heading !== '' || lines.length > 0) && words}
      {picture && (
        <img
          src={picture.url}
          alt={isSmall ? '' : picture.alt}
          className="slide-picture"
          onError={onPictureFailed}
        />
      )}
    </div>
  )
}

function wordsOf(elements: readonly SlideElement[], type: 'heading' | 'text'): string {
  const found = elements.find((element) => element.type === type)
  return found && found.type !== 'image' ? found.text : ''
}

/** True if text on this color must be light. */
export function isDark(color: string): boolean {
  const [red = 255, green = 255, blue = 255] = [1, 3, 5].map((at) =>
    Number.parseInt(color.slice(at, at + 2), 16),
  )
  return red * 0.299 + green * 0.587 + blue * 0.114 < 128
}
