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

it('a condition on the clinic counts for its own table only', () => {
  expect(verdicts(scan('plans', 'p', { Filter: '(clinic_id = $1)' }))).toEqual(['plans by clinic'])
  expect(verdicts(scan('plans', 'p', { Filter: '(former_clinic_id = $1)' }))).toEqual(['plans of all'])
  const join = (condition: string): PlanNode => ({
    'Node Type': 'Hash Join',
    'Hash Cond': condition,
    Plans: [scan('plans', 'p', { Filter: '(clinic_id = $1)' }), scan('coupons', 'c')],
  })
  expect(verdicts(join('((c.clinic_id = p.clinic_id) AND (c.id = p.coupon_id))'))).toEqual([
    'plans by clinic',
    'coupons by clinic',
  ])
  expect(verdicts(join('(c.id = p.coupon_id)'))).toEqual(['plans by clinic', 'coupons of all'])
})

it('a partition counts as its table', () => {
  const append = (conditions: Record<string, string>): PlanNode => ({
    'Node Type': 'Nested Loop',
    ...conditions,
    Plans: [
      scan('audit_log_before', 'a_1'),
      scan('audit_log_2026_11', 'a_2', { Filter: '(clinic_id = $1)' }),
    ],
  })
  expect(verdicts(append({}))).toEqual(['audit_log of all', 'audit_log by clinic'])
  expect(verdicts(append({ 'Join Filter': '(a.clinic_id = s.clinic_id)' }))).toEqual([
    'audit_log by clinic',
    'audit_log by clinic',
  ])
})

it('a bitmap’s condition counts, and an index-only scan reads no table', () => {
  const heap = scan('files', 'f', { 'Node Type': 'Bitmap Heap Scan' })
  const bitmap = { 'Node Type': 'Bitmap Index Scan', 'Index Cond': '(clinic_id = $1)' }
  expect(verdicts({ ...heap, Plans: [bitmap] })).toEqual(['files by clinic'])
  expect(verdicts(bitmap)).toEqual([])
})
