// Hands things to the user: files, and texts for the clipboard.

export function save(name: string, mime: string, parts: readonly (string | Blob)[]): void {
  const url = URL.createObjectURL(new Blob([...parts], { type: mime }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has begun once the click was handled; a minute is more than enough for slow disks.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Copies as a user does, who selects something first: what is selected is short, a long text takes seconds to lay out. */
function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = ' ';
  area.style.position = 'fixed';
  area.style.opacity = '0';
  area.addEventListener('copy', (event) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  });
  // A modal dialog keeps everything outside of it from being selected.
  (document.querySelector('dialog[open]') ?? document.body).append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  return isCopied;
}

export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // A panel inside DevTools has no clipboard of its own.
    return copyBySelection(text);
  }
}
