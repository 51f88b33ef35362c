import { expect, it } from 'vitest'
import { type PlanNode, tablesRead } from './query-plans.ts'

const scan = (table: string, alias: string, details: Record<string, string> = {}): PlanNode => ({
  'Node Type': 'Seq Scan',
  'Relation Name': table,
  Alias: alias,
  ...details,
})
const verdicts = (plan: PlanNode) =>
  tablesRead(plan).map(({ table, byClinic }) => `${table} ${byClinic ? 'by clinic' : 'of all'}`)

it('a condition on the clinic counts only in the scan of its table', () => {
  const join = (condition: string): PlanNode => ({
    'Node Type': 'Hash Join',
    'Hash Cond': condition,
    Plans: [scan('plans', 'p', { Filter: '(clinic_id = $1)' }), scan('coupons', 'c')],
  })
  expect(verdicts(join('((c.clinic_id = p.clinic_id) AND (c.id = p.coupon_id))'))).toEqual([
    'plans by clinic',
    'coupons of all',
  ])
})

const id = `'56954000-9932-42b0-a276-f62b2b96797b'`

it.each([
  ['(clinic_id = $1)', 'by clinic'],
  [`((id = $2) AND (clinic_id = ${id}::uuid))`, 'by clinic'],
  [`(${id}::uuid = p.clinic_id)`, 'by clinic'],
  [`(clinic_id = ANY ('{${id.slice(1, -1)}}'::uuid[]))`, 'by clinic'],
  ['(former_clinic_id = $1)', 'of all'],
  ['(clinic_id = s.clinic_id)', 'of all'],
  ['(clinic_id = (InitPlan 1).col1)', 'of all'],
  [`(clinic_id = (current_setting('app.caller'::text))::uuid)`, 'of all'],
])('the clinic is compared with a value or not: %s', (condition, verdict) => {
  expect(verdicts(scan('plans', 'p', { Filter: condition }))).toEqual([`plans ${verdict}`])
})

it('a partition counts as its table', () => {
  const plan = {
    'Node Type': 'Append',
    Plans: [
      scan('audit_log_before', 'a_1'),
      scan('audit_log_2026_11', 'a_2', { Filter: '(clinic_id = $1)' }),
    ],
  }
  expect(verdicts(plan)).toEqual(['audit_log of all', 'audit_log by clinic'])
})

it('a bitmap’s condition counts, and an index-only scan reads no table', () => {
  const heap = scan('files', 'f', { 'Node Type': 'Bitmap Heap Scan' })
  const bitmap = { 'Node Type': 'Bitmap Index Scan', 'Index Cond': '(clinic_id = $1)' }
  expect(verdicts({ ...heap, Plans: [bitmap] })).toEqual(['files by clinic'])
  expect(verdicts(bitmap)).toEqual([])
})
