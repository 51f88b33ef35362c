import { expect, it } from 'vitest'
import { createSlideSender, resendMs } from './slide-sender.ts'

function begin() {
  const sent: number[] = []
  const answers: { resolve(): void; reject(error: Error): void }[] = []
  const waits: { run(): void; delayMs: number }[] = []
  const lost: boolean[] = []
  const sender = createSlideSender({
    send(slide) {
      sent.push(slide)
      return new Promise<void>((resolve, reject) => answers.push({ resolve, reject }))
    },
    isFinal: (error) => (error as Error).message === 'over',
    wait(run, delayMs) {
      const one = { run, delayMs }
      waits.push(one)
      return () => void waits.splice(waits.indexOf(one), 1)
    },
    onLost: (isLost) => lost.push(isLost),
  })
  const settle = () => new Promise((done) => setTimeout(done, 0))
  return {
    sender,
    sent,
    lost,
    waits,
    async answer(error?: string) {
      const one = answers.shift()
      if (error) one?.reject(new Error(error))
      else one?.resolve()
      await settle()
    },
  }
}

it('sends one at a time, and only the last of several turns meanwhile', async () => {
  const { sender, sent, answer } = begin()
  for (const slide of [1, 2, 3, 4]) sender.show(slide)
  expect(sent).toEqual([1])
  await answer()
  expect(sent).toEqual([1, 4])
  await answer()
  expect(sent).toEqual([1, 4])
})

it('sends a lost slide again, unless another was shown since', async () => {
  const { sender, sent, answer, waits, lost } = begin()
  sender.show(1)
  await answer('lost')
  expect(lost).toEqual([true])
  expect(waits.map(({ delayMs }) => delayMs)).toEqual([resendMs])
  waits[0]?.run()
  expect(sent).toEqual([1, 1])
  sender.show(2)
  await answer('lost')
  waits.at(-1)?.run()
  expect(sent).toEqual([1, 1, 2])
  await answer()
  expect(lost.at(-1)).toBe(false)
})

it('stops on a final refusal', async () => {
  const { sender, sent, answer, waits } = begin()
  sender.show(1)
  await answer('over')
  expect([sent, waits]).toEqual([[1], []])
})
