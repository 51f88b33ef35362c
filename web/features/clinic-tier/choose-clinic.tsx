import { ChevronRight } from 'lucide-react'
import type { MembershipClinic } from '#domain/memberships/memberships.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Dialog, DialogContent } from '#web/components/ui/dialog.tsx'
import { config } from '#web/lib/page/config.ts'

export function ChooseClinic({
  isOpen,
  onOpenChange,
  title,
  lead,
  clinics,
  onChoose,
}: {
  isOpen: boolean
  onOpenChange(isOpen: boolean): void
  title: string
  lead: string
  clinics: readonly MembershipClinic[]
  onChoose(clinic: MembershipClinic): void
}) {
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent title={title} description={lead}>
        <ul className="space-y-3">
          {clinics.map((clinic) => (
            <li key={clinic.id}>
              <Button
                variant="outline"
                size="large"
                className="h-auto min-h-13 w-full justify-between py-2 text-left"
                onClick={() => onChoose(clinic)}
              >
                <span className="min-w-0">
                  <span className="block truncate">{clinic.name}</span>
                  <span className="block truncate text-note font-normal text-muted">
                    {clinic.subdomain}.{config.appDomain}
                  </span>
                </span>
                <ChevronRight aria-hidden className="flex-none" />
              </Button>
            </li>
          ))}
        </ul>
      </DialogContent>
    </Dialog>
  )
}
