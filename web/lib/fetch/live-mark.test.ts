import { expect, test } from 'vitest'
import { liveMarkHeader } from '#domain/reads.ts'
import { withFirstMark } from './live-mark.ts'

/** Answers in the order in which `release` is called, each with its mark. */
function aServer() {
  const waiting: ((mark: string | null) => void)[] = []
  const send: typeof fetch = () =>
    new Promise((answer) => {
      waiting.push((mark) => answer(new Response('', { headers: mark ? { [liveMarkHeader]: mark } : {} })))
    })
  return { send, release: (request: number, mark: string | null) => waiting[request]?.(mark) }
}

test('the mark of the first request is kept, whichever answer comes first', async () => {
  const { send, release } = aServer()
  const marked = withFirstMark(send)
  const answers = [marked.fetch('/a'), marked.fetch('/b')]
  expect(marked.mark()).toBeNull()
  release(1, 'later')
  await answers[1]
  expect(marked.mark()).toBeNull()
  release(0, 'first')
  await Promise.all(answers)
  expect(marked.mark()).toBe('first')
})

test('there is none when the first answer has none: something was read before any mark', async () => {
  const { send, release } = aServer()
  const marked = withFirstMark(send)
  const first = marked.fetch('/a')
  release(0, null)
  await first
  const second = marked.fetch('/b')
  release(1, 'too late')
  await second
  expect(marked.mark()).toBeNull()
})
