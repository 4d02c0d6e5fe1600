/** The landing page's decorative picture: a laid table under a lamp. */
export function HeroTable({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 480 420" fill="none" aria-hidden="true" className={className}>
      <defs>
        <radialGradient id="lamplight" cx="0.5" cy="0.18" r="0.8">
          <stop stopColor="var(--accent)" stopOpacity="0.28" />
          <stop offset="1" stopColor="var(--accent)" stopOpacity="0" />
        </radialGradient>
      </defs>
      <rect x="20" y="16" width="440" height="388" rx="36" fill="var(--accent-soft)" />
      <rect x="20" y="16" width="440" height="388" rx="36" fill="url(#lamplight)" />
      <g strokeLinecap="round" strokeLinejoin="round">
        <path d="M240 16v56" stroke="var(--ink)" strokeWidth="4" />
        <path d="M188 112c4-26 24-40 52-40s48 14 52 40Z" fill="var(--accent)" />
        <path d="M226 112c2 10 26 10 28 0" fill="var(--lamplight)" />
        <path d="M54 290h372" stroke="var(--accent)" strokeWidth="14" />
        <path d="M110 297 92 404M370 297l18 107" stroke="var(--accent)" strokeWidth="13" />
        <ellipse cx="240" cy="282" rx="92" ry="10" fill="var(--china)" />
        <path d="M160 240h160c-2 26-26 40-80 40s-78-14-80-40Z" fill="var(--china)" />
        <ellipse cx="240" cy="240" rx="80" ry="14" fill="var(--china-rim)" />
        <ellipse cx="240" cy="241" rx="66" ry="9.5" fill="var(--accent)" />
        <circle cx="216" cy="239" r="5" fill="var(--lamplight)" />
        <circle cx="252" cy="243" r="4" fill="var(--ready)" />
        <circle cx="270" cy="238" r="3" fill="var(--ready)" />
        <path
          d="M214 212c-9-14 9-22 1-38M240 206c-9-14 9-22 1-38M266 212c-9-14 9-22 1-38"
          stroke="var(--muted)"
          strokeWidth="4.5"
          opacity="0.55"
        />
        <path d="M354 208h40c2 26-4 40-20 40s-22-14-20-40Z" fill="var(--china)" />
        <path d="M356 222h36c0 16-6 24-18 24s-18-8-18-24Z" fill="var(--delivered)" opacity="0.75" />
        <path d="M374 248v34m-15 0h30" stroke="var(--china)" strokeWidth="5" />
        <path d="M88 282c-4-20 12-34 34-30 16 3 22 14 20 30Z" fill="var(--pending)" opacity="0.85" />
        <path d="M102 262l6 10m8-13 5 11" stroke="var(--lamplight)" strokeWidth="3.5" />
      </g>
    </svg>
  )
}
