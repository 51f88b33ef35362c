import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { presentationTexts } from '#domain/texts/presentations.ts'
import { featuredLabel } from './featured-label.ts'
import { isDark, SlideContent } from './slide-content.tsx'
import { Dots, ViewerFrame } from './viewer-frame.tsx'

const frame = (more: Partial<Parameters<typeof ViewerFrame>[0]> = {}) =>
  renderToStaticMarkup(
    <ViewerFrame
      index={2}
      total={9}
      width={1_280}
      height={800}
      areControlsShown
      slide={<p>Slide</p>}
      thumbnail={(at) => <span>thumbnail {at}</span>}
      onNext={() => {}}
      onPrevious={() => {}}
      onGoTo={() => {}}
      onClose={() => {}}
      {...more}
    />,
  )
const count = (html: string, part: string) => html.split(part).length - 1

describe('width', () => {
  // spec: B2.14 From 1200 px buttons are beside the slide
  it('from 1200 px: buttons beside the slide, and those of the bar', () => {
    expect(count(frame({ width: 1_200 }), 'aria-label="Next slide"')).toBe(2)
    expect(count(frame({ width: 1_199 }), 'aria-label="Next slide"')).toBe(1)
  })

  // spec: B2.14 At 640 px and below the bar shows "n / total"
  it('up to 640 px: "n / total" instead of thumbnails', () => {
    const wide = frame({ width: 641 })
    expect(count(wide, '>thumbnail ')).toBe(9)
    expect(wide).not.toContain('3 / 9')
    const narrow = frame({ width: 640 })
    expect(count(narrow, '>thumbnail ')).toBe(0)
    expect(narrow).toContain('3 / 9')
    // the position once
    expect(narrow).not.toContain('3/9')
    expect(wide).toContain('3/9')
  })

  it('a phone held sideways has the bar of a narrow one', () => {
    const sideways = frame({ width: 844, height: 390 })
    expect(count(sideways, '>thumbnail ')).toBe(0)
    expect(sideways).toContain('3 / 9')
  })
})

// spec: B2.14 A progress bar shows the position
it('the progress bar shows and names the progress', () => {
  const html = frame()
  expect(html).toMatch(/role="progressbar"[^>]*aria-valuemin="1"[^>]*aria-valuemax="9"[^>]*aria-valuenow="3"/)
  expect(html).toContain('width:33.33333333333333%')
})

it('announces the slide and marks its thumbnail', () => {
  const html = frame()
  expect(html).toContain('<p role="status" class="sr-only">Slide 3 of 9</p>')
  expect(html).toMatch(/aria-label="Go to slide 3" aria-current="true"/)
  expect(count(html, 'aria-current')).toBe(1)
})

it('faded controls stay available to the keyboard and to screen readers', () => {
  const html = frame({ areControlsShown: false })
  expect(count(html, 'viewer-controls-faded')).toBe(4)
  expect(html).not.toMatch(/inert| hidden|display:none|visibility/)
  expect(count(html, 'aria-label="Close"')).toBe(1)
  expect(frame()).not.toContain('viewer-controls-faded')
})

describe('dots', () => {
  const dots = (index: number, total: number) =>
    renderToStaticMarkup(<Dots index={index} total={total} onGoTo={() => {}} />)

  // spec: B2.14 Up to seven slides have a dot each
  it('one for each of up to seven slides, and the count', () => {
    expect(count(dots(2, 7), '<button')).toBe(7)
    expect(dots(2, 7)).toContain('3/7')
  })

  // spec: B2.14 More than seven slides have the first, current and last dot
  it('the first, the current and the last of more, and the count', () => {
    expect(count(dots(2, 8), '<button')).toBe(3)
    expect(count(dots(0, 8), '<button')).toBe(2)
    expect(dots(2, 8)).toContain('3/8')
  })

  it('mark the current one', () => {
    expect(count(dots(2, 8), 'viewer-dot-current')).toBe(1)
  })
})

describe('a written slide', () => {
  const content = {
    elements: [
      { type: 'heading' as const, text: 'Before <b>you</b> begin' },
      { type: 'text' as const, text: 'Warm up\n\nBreathe' },
      { type: 'image' as const, url: '/files/v1/a', alt: 'A knee' },
    ],
    backgroundColor: '#1F3350',
    layoutType: 'text-picture',
  }

  it('shows heading, points and picture, and escapes markup', () => {
    const html = renderToStaticMarkup(<SlideContent content={content} />)
    expect(html).toContain('Before &lt;b&gt;you&lt;/b&gt; begin')
    expect(count(html, '<li>')).toBe(2)
    expect(html).toContain('alt="A knee"')
    expect(html).toContain('slide-dark')
  })

  it('is decoration in a thumbnail', () => {
    const html = renderToStaticMarkup(<SlideContent content={content} isSmall />)
    expect(html).toContain('<div aria-hidden="true" class="slide ')
    expect(html).toContain('alt=""')
  })

  it.each([
    ['#FFFFFF', false],
    ['#F4EFE4', false],
    ['#E2EEE8', false],
    ['#1F3350', true],
  ])('text on %s is light: %s', (color, isLight) => {
    expect(isDark(color)).toBe(isLight)
  })
})

// spec: B2.14 The button of the card says how the featured presentation is loading
it('the card’s button shows the state of the featured presentation', () => {
  const { card } = presentationTexts
  expect(card.title('Carefold')).toBe('Carefold Presentation Viewer')
  expect(featuredLabel('Carefold', { isLoading: true, hasFailed: true })).toBe('Loading Presentation...')
  expect(featuredLabel('Carefold', { isLoading: false, hasFailed: true })).toBe('Retry Loading Presentation')
  expect(featuredLabel('Carefold', { isLoading: false, hasFailed: false })).toBe('Show Carefold Presentation')
})
