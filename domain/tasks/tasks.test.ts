import { describe, expect, it } from 'vitest'
import { taskForm } from './inputs.ts'
import { byUrgency, isOverdue } from './tasks.ts'

describe('a task', () => {
  it('is overdue from the day after its date until it is done', () => {
    const task = { dueOn: '2026-03-10', isDone: false }
    expect(isOverdue(task, '2026-03-10')).toBe(false)
    expect(isOverdue(task, '2026-03-11')).toBe(true)
    expect(isOverdue({ ...task, isDone: true }, '2026-03-11')).toBe(false)
    expect(isOverdue({ dueOn: null, isDone: false }, '2026-03-11')).toBe(false)
  })

  it('is sorted by date, then tasks without a date, then done ones', () => {
    const task = (name: string, dueOn: string | null, isDone = false) => ({
      name,
      dueOn,
      isDone,
      createdAt: '2026-03-01T00:00:00Z',
    })
    const tasks = [
      task('done', '2026-03-01', true),
      task('someday', null),
      task('late', '2026-03-05'),
      task('early', '2026-03-02'),
    ]
    expect(tasks.sort(byUrgency).map(({ name }) => name)).toEqual(['early', 'late', 'someday', 'done'])
  })

  it('requires a text of one line, and an assignee', () => {
    const valid = { version: 0, title: 'Call', patientId: '', assigneeId: crypto.randomUUID(), dueOn: '' }
    expect(taskForm.safeParse({ ...valid, title: ' Call\nback ' }).data?.title).toBe('Call back')
    for (const wrong of [
      { title: '  ' },
      { title: 'x'.repeat(201) },
      { assigneeId: '' },
      { dueOn: '2026-02-30' },
      { patientId: 'somebody' },
    ])
      expect(taskForm.safeParse({ ...valid, ...wrong }).success, JSON.stringify(wrong)).toBe(false)
  })
})
