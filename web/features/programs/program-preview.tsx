import { programTexts } from '#domain/texts/programs.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Dialog, DialogActions, DialogContent } from '#web/components/ui/dialog.tsx'
import type { Program } from './queries.ts'

const texts = programTexts.preview

export function ProgramPreview({ program, onClose }: { program: Program | null; onClose(): void }) {
  return (
    <Dialog open={program !== null} onOpenChange={(isOpen) => isOpen || onClose()}>
      {program && (
        <DialogContent title={`${program.emoji} ${program.title}`} description={texts.lead}>
          {program.description && <p className="mb-4">{program.description}</p>}
          <ol className="max-h-[50dvh] divide-y divide-line overflow-y-auto">
            {program.sessions.map((session, number) => (
              <li key={session.id} className="py-3 first:pt-0 last:pb-0">
                <p className="text-note text-muted">{texts.day(number * program.intervalDays + 1)}</p>
                <p className="font-semibold break-words">{session.title}</p>
                {session.description && <p className="text-form text-muted">{session.description}</p>}
              </li>
            ))}
          </ol>
          <DialogActions>
            <Button variant="outline" onClick={onClose}>
              {texts.close}
            </Button>
          </DialogActions>
        </DialogContent>
      )}
    </Dialog>
  )
}
