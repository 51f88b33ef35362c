import { expect, it, vi } from 'vitest'
import type { NotSaved } from '#domain/appointments/affected-visits.ts'
import { savingVisits, visitQuestions, WentBack } from './visit-questions.ts'

const asking = (seen: string): NotSaved => ({ affected: { seen, count: 1, visits: [] } })

it('saves a change that affects no visit without a question', async () => {
  expect(await savingVisits(async () => ({ version: 2 }))).toEqual({ version: 2 })
  expect(visitQuestions.asked()).toBeNull()
})

it('asks, confirms the visits that were read, and asks again if they have changed', async () => {
  const save = vi
    .fn<(confirmed: { confirmed?: string }) => Promise<{ version: number } | NotSaved>>()
    .mockResolvedValueOnce(asking('first'))
    .mockResolvedValueOnce(asking('second'))
    .mockResolvedValueOnce({ version: 2 })
  const saved = savingVisits(save)
  for (const seen of ['first', 'second']) {
    await vi.waitFor(() => expect(visitQuestions.asked()?.seen).toBe(seen))
    visitQuestions.settle(true)
  }
  expect(await saved).toEqual({ version: 2 })
  expect(save.mock.calls).toEqual([[{}], [{ confirmed: 'first' }], [{ confirmed: 'second' }]])
})

it('saves nothing after Back', async () => {
  const save = vi.fn(async () => asking('first'))
  const saved = savingVisits(save)
  await vi.waitFor(() => expect(visitQuestions.asked()).not.toBeNull())
  visitQuestions.settle(false)
  await expect(saved).rejects.toBeInstanceOf(WentBack)
  expect(save).toHaveBeenCalledTimes(1)
  expect(visitQuestions.asked()).toBeNull()
})
