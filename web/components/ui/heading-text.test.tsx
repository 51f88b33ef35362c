import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { HeadingText } from './heading-text.tsx'

const html = (text: string) => renderToStaticMarkup(<HeadingText>{text}</HeadingText>)
const unbroken = (word: string) => `<span class="whitespace-nowrap">${word}</span>`

test('words with a hyphen stay on one line, and the text stays as it is', () => {
  expect(html('Two-step sign-in for your team')).toBe(
    `${unbroken('Two-step')} ${unbroken('sign-in')} for your team`,
  )
})

test('a long name may break, and plain words are left alone', () => {
  expect(html('Frauengesundheit-am-Hafen')).toBe('Frauengesundheit-am-Hafen')
  expect(html('July - August')).toBe('July - August')
})
