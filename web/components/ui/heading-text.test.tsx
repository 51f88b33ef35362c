import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { HeadingText } from './heading-text.tsx'

const html = (text: string) => renderToStaticMarkup(<HeadingText>{text}</HeadingText>)
const unbroken = (word: string) => `<span class="whitespace-nowrap">${word}</span>`

test('does not break words with a hyphen, and leaves the text unchanged', () => {
  expect(html('Two-step sign-in for your team')).toBe(
    `${unbroken('Two-step')} ${unbroken('sign-in')} for your team`,
  )
})

test('lets a long name break, and leaves plain words unchanged', () => {
  expect(html('Frauengesundheit-am-Hafen')).toBe('Frauengesundheit-am-Hafen')
  expect(html('July - August')).toBe('July - August')
})
