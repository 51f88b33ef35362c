import { levelOnScreen } from '#domain/two-factor/two-factor.ts'
import { useSession } from './session-context.ts'

/** Whether this session has completed the second step, which changing a clinic's sign-in settings requires. */
export function useTookSecondStep(): boolean {
  const { session } = useSession()
  return session !== null && levelOnScreen(session.access_token) === 'aal2'
}
