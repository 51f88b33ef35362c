// @vitest-environment node
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { wholeSlide } from './slides-api.ts'

vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => {} })
const { SlidePicture } = await import('./slide-picture.tsx')

// spec: B2.14 A slide that cannot be shown says so, with a link to its source
test('a slide without a picture shows a notice and a link to its source', () => {
  const slide = wholeSlide({ id: 's', embedUrl: 'https://carefold.test/learn/1?slide=2' })
  const html = renderToStaticMarkup(<SlidePicture slide={slide} label="Slide 2" />)
  expect(html).toContain('Slide content unavailable')
  expect(html).toContain('href="https://carefold.test/learn/1?slide=2"')
  expect(renderToStaticMarkup(<SlidePicture slide={wholeSlide({})} label="Slide 2" />)).not.toContain('href')
})
