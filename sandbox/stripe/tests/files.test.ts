import type { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { aSandbox, type SandboxBench } from '../testing/a-sandbox.ts'

const pdf = Buffer.from('%PDF-1.7\n%%EOF\n')
const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(40)])

const upload = (
  { stripe }: SandboxBench,
  data: Uint8Array,
  options: { name?: string; key?: string; purpose?: string } = {},
) =>
  stripe.files.create(
    {
      purpose: (options.purpose ?? 'dispute_evidence') as Stripe.FileCreateParams.Purpose,
      file: { data, name: options.name ?? 'visit "notes".pdf', type: 'application/octet-stream' },
    },
    options.key ? { idempotencyKey: options.key } : {},
  )

async function aDispute({ stripe }: SandboxBench): Promise<string> {
  const disputed = { amount: 700, currency: 'usd', payment_method: 'pm_card_createDispute', confirm: true }
  await stripe.paymentIntents.create({ ...disputed, return_url: 'http://localhost/back' })
  return (await stripe.disputes.list({})).data[0]?.id ?? ''
}

describe('a file for a bank', () => {
  it.each([
    ['pdf', pdf],
    ['png', png],
    ['jpg', Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(40)])],
  ])('is accepted as %s by its content, not its name', async (type, data) => {
    const bench = await aSandbox()
    const file = await upload(bench, data)
    expect(file).toMatchObject({ object: 'file', purpose: 'dispute_evidence', size: data.length, type })
    expect(await bench.stripe.files.retrieve(file.id)).toEqual(file)
    expect((await bench.stripe.files.list({ purpose: 'dispute_evidence' })).data).toEqual([file])
  })

  it.each([
    ['something else', Buffer.from('MZ, a program'), 400],
    ['an empty one', Buffer.alloc(0), 400],
    ['more than 5 MB', Buffer.concat([pdf, Buffer.alloc(5_000_000)]), 400],
  ])('%s is refused', async (_what, data, statusCode) => {
    const bench = await aSandbox()
    await expect(upload(bench, data)).rejects.toMatchObject({ statusCode })
    expect((await bench.stripe.files.list()).data).toEqual([])
  })

  it('another purpose is refused', async () => {
    const bench = await aSandbox()
    await expect(upload(bench, pdf, { purpose: 'identity_document' })).rejects.toMatchObject({
      statusCode: 501,
    })
  })

  it('is stored once per idempotency key; another file with the same key is refused', async () => {
    const bench = await aSandbox()
    const first = await upload(bench, pdf, { key: 'once' })
    expect(await upload(bench, pdf, { key: 'once' })).toMatchObject({ id: first.id })
    await expect(upload(bench, png, { key: 'once' })).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
    })
  })

  it('the host for files accepts nothing else', async () => {
    const { sandbox } = await aSandbox()
    const answer = await sandbox.fetch('https://files.stripe.com/v1/customers', {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_x' },
    })
    expect(answer.status).toBe(404)
  })

  it('can be evidence of a dispute, unless it is unknown', async () => {
    const bench = await aSandbox()
    const dispute = await aDispute(bench)
    const { id: file } = await upload(bench, pdf)
    const answer = (evidence: Stripe.DisputeUpdateParams.Evidence, submit: boolean) =>
      bench.stripe.disputes.update(dispute, { evidence, submit })
    expect(await answer({ service_documentation: file }, false)).toMatchObject({
      evidence: { service_documentation: file, receipt: null },
      evidence_details: { has_evidence: true, submission_count: 0 },
      status: 'needs_response',
    })
    await expect(answer({ receipt: 'file_unknown' }, true)).rejects.toMatchObject({ statusCode: 400 })
    expect(await answer({ uncategorized_text: 'See the notes' }, true)).toMatchObject({
      evidence: { service_documentation: file, uncategorized_text: 'See the notes' },
      status: 'under_review',
    })
  })
})
