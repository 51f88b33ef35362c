import { expect, it } from 'vitest'
import { parseReport } from './parse-report.ts'

const mailId = '6f1c9a52-0d5b-4f0e-9b86-3a1d2c4e5f60'

/** As Postfix writes it. */
const bounce = ({
  action = 'failed',
  status = '5.1.1',
  headers = `Message-ID: <${mailId}@carefold.example>`,
  encoding = '',
}: {
  action?: string
  status?: string
  headers?: string
  encoding?: string
} = {}) => `Return-Path: <>
From: MAILER-DAEMON@mail.example (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
Content-Type: multipart/report; report-type=delivery-status;
	boundary="9B7F.1700/mail.example"
MIME-Version: 1.0

This is a MIME-encapsulated message.

--9B7F.1700/mail.example
Content-Type: text/plain; charset=us-ascii

I'm sorry to have to inform you that your message could not be delivered.
Status: 5.1.1

--9B7F.1700/mail.example
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example
X-Postfix-Queue-ID: 9B7F

Final-Recipient: rfc822; nora@gone.example
Original-Recipient: rfc822;nora@gone.example
Action: ${action}
Status: ${status}
Diagnostic-Code: smtp; 550 5.1.1 <nora@gone.example>: Recipient address
    rejected: User unknown

--9B7F.1700/mail.example
Content-Type: text/rfc822-headers
${encoding && `Content-Transfer-Encoding: ${encoding}\n`}
${headers}

--9B7F.1700/mail.example--
`

const complaint = (type = 'abuse') => `From: <feedback@provider.example>
Content-Type: multipart/report; report-type=feedback-report; boundary=part

--part
Content-Type: text/plain

This is an email abuse report.
--part
Content-Type: message/feedback-report

Feedback-Type: ${type}
User-Agent: SomeGenerator/1.0
Version: 1
--part
Content-Type: message/rfc822
Content-Disposition: inline

Received: from mail.example
Message-ID:
 <other@ses.example>
X-Mail-Id: ${mailId}
Subject: Closed on Friday

Hello
--part--
`

it.each([
  ['5.1.1', 'no_address'],
  ['5.1.2', 'no_address'],
  ['5.1.10', 'no_address'],
  ['5.2.1', 'no_address'],
  ['5.2.2', 'refused'],
  ['5.7.1', 'refused'],
  ['4.4.7', 'refused'],
  ['', 'refused'],
])('a failure with the status %j: %s', (status, kind) => {
  expect(parseReport(bounce({ status }))).toEqual({ mailId, kind })
})

it('reads line ends of the network, folded fields and encoded parts', () => {
  const found = { mailId, kind: 'no_address' }
  expect(parseReport(bounce().replaceAll('\n', '\r\n'))).toEqual(found)
  const headers = `Subject: Hello\nMessage-ID:\n <${mailId}@carefold.example>\n`
  expect(parseReport(bounce({ headers }))).toEqual(found)
  const coded = Buffer.from(headers).toString('base64')
  expect(parseReport(bounce({ headers: coded, encoding: 'base64' }))).toEqual(found)
  const quoted = headers.replace('@', '=40').replace('Subject', 'Sub=\nject')
  expect(parseReport(bounce({ headers: quoted, encoding: 'quoted-printable' }))).toEqual(found)
})

it('reads a complaint, and the mail by the header that services leave', () => {
  expect(parseReport(complaint())).toEqual({ mailId, kind: 'complaint' })
  expect(parseReport(complaint('fraud'))).toEqual({ mailId, kind: 'complaint' })
  expect(parseReport(complaint('not-spam'))).toBeNull()
})

it.each([
  ['a delay', bounce({ action: 'delayed', status: '4.4.1' })],
  ['a delivery', bounce({ action: 'delivered', status: '2.0.0' })],
  ['a mail of others', bounce({ headers: 'Message-ID: <1@elsewhere.example>' })],
  ['no headers of the mail', bounce({ headers: 'Subject: Hello' })],
  ['a report without an end', bounce().slice(0, 500)],
  [
    'an answer of a person',
    `From: nora@example.test\nSubject: Re: Closed\n\nMessage-ID: <${mailId}@x>\nAction: failed`,
  ],
  ['no head', '\n\nbody'],
  ['nothing', ''],
  ['a boundary that is missing', 'Content-Type: multipart/report\n\n--x\n'],
])('ignores %s', (_what, raw) => {
  expect(parseReport(raw)).toBeNull()
})

it('takes no longer for hostile text', () => {
  const start = performance.now()
  for (const text of [
    '\n '.repeat(200_000),
    `a:${' '.repeat(400_000)}`,
    '--x\n'.repeat(100_000),
    '='.repeat(400_000),
  ])
    expect(
      parseReport(
        `Content-Type: multipart/report; boundary=x\n\n--x\nContent-Transfer-Encoding: quoted-printable\n\n${text}`,
      ),
    ).toBeNull()
  expect(performance.now() - start).toBeLessThan(5_000)
})
