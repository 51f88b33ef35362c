interface Reported {
  id: string
  to: string
}

/** As mail servers send them: a delivery status (RFC 3464), and a complaint (RFC 5965). */
export const sampleReports = {
  no_address: (mail: Reported) =>
    report('delivery-status', mail, [
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mail.example',
      '',
      `Final-Recipient: rfc822; ${mail.to}`,
      'Action: failed',
      'Status: 5.1.1',
    ]),
  complaint: (mail: Reported) =>
    report('feedback-report', mail, [
      'Content-Type: message/feedback-report',
      '',
      'Feedback-Type: abuse',
      'User-Agent: Example/1.0',
      'Version: 1',
    ]),
}

function report(type: string, { id }: Reported, facts: string[]): string {
  const boundary = '=_report'
  return [
    'From: MAILER-DAEMON@mail.example',
    `Content-Type: multipart/report; report-type=${type}; boundary="${boundary}"`,
    '',
    `--${boundary}`,
    'Content-Type: text/plain',
    '',
    'A report about your mail.',
    `--${boundary}`,
    ...facts,
    `--${boundary}`,
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: <${id}@mail.example>`,
    `--${boundary}--`,
    '',
  ].join('\r\n')
}
