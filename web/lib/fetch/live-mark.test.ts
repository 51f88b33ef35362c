import { expect, test } from 'vitest'
import { liveMarkHeader } from '#domain/reads.ts'
import { withFirstMark } from './live-mark.ts'

/** Answers in the order of `release` calls, each with its mark. */
function aServer() {
  const waiting: ((mark: string | null) => void)[] = []
  const send: typeof fetch = () =>
    new Promise((answer) => {
      waiting.push((mark) => answer(new Response('', { headers: mark ? { [liveMarkHeader]: mark } : {} })))
    })
  return { send, release: (request: number, mark: string | null) => waiting[request]?.(mark) }
}

test('uses the mark of the first request, in whatever order answers arrive', async () => {
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

test('has no mark if the first answer has none', async () => {
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
