import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { marketingTexts } from '#domain/texts/marketing.ts'
import { taglineMs, tourMs } from './rotation-times.ts'
import { Tagline } from './tagline.tsx'

// spec: A9 The tagline shows six messages, each for 5,000 ms, with a fade of 1,000 ms
// spec: B9 The tour shows three features, each for 5,000 ms
test('taglines change every 5 s with a fade of 1 s, and the tour every 5 s', () => {
  expect([taglineMs, tourMs]).toEqual([5_000, 5_000])
  expect(marketingTexts.landing.taglines).toHaveLength(6)
  expect(marketingTexts.landing.tour).toHaveLength(3)
  expect(renderToStaticMarkup(<Tagline />).split('duration-1000')).toHaveLength(7)
})
