interface SignUp {
  email: string
  password: string
}

/* The sign-up of this page load, in memory only: with its password, the code alone confirms the address. */
let held: SignUp | null = null

export function holdSignUp(signUp: SignUp): void {
  held = { ...signUp, email: signUp.email.toLowerCase() }
}

/** Null for another address, and after a reload. */
export function heldPassword(email: string): string | null {
  return held?.email === email.toLowerCase() ? held.password : null
}
