import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { planTexts } from '#domain/texts/plans.ts'
import { AddressText } from '#web/components/address-text.tsx'
import { CopyButton } from '#web/components/copy-button.tsx'
import { Card, CardNote, CardTitle } from '#web/components/ui/card.tsx'

const texts = planTexts.page

/** The URL of the clinic's join page, to open and copy. @param actions further buttons next to "Copy" */
export function JoinLinkCard({ url, actions }: { url: string; actions?: ReactNode }) {
  return (
    <Card className="flex flex-col gap-4 lg:flex-row lg:items-center lg:justify-between">
      <div className="min-w-0">
        <CardTitle>{texts.joinPage}</CardTitle>
        <CardNote>{texts.joinPageLead}</CardNote>
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          className="link mt-2 inline-flex max-w-full items-center gap-1.5"
        >
          <AddressText>{url.replace(/^https?:\/\//, '')}</AddressText>
          <ExternalLink aria-hidden className="size-4 flex-none" />
        </a>
      </div>
      <div className="flex flex-none flex-wrap gap-3">
        {actions}
        <CopyButton value={url}>{texts.copyAddress}</CopyButton>
      </div>
    </Card>
  )
}
