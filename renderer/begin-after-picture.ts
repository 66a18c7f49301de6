/**
 * Begins the program of a page that starts with the picture of how its window was left: once the picture is drawn, so
 * that the program's long work comes after it. A file of its own that nothing else is part of: it is all that a page
 * runs before its first frame.
 */
const patience = 300;

const picture = document.querySelector('#kept-picture');
const program = document.querySelector<HTMLTemplateElement>('#program');

/**
 * Settles when the first frame has left this thread: others put it on the screen while the program begins here. A window
 * that nobody sees draws none.
 */
function drawn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, patience);
    requestAnimationFrame(() => setTimeout(resolve));
  });
}

async function begin({ content }: HTMLTemplateElement): Promise<void> {
  const styles = [...content.querySelectorAll('link')];
  const styled = styles.map(
    (link) =>
      new Promise((resolve) => {
        for (const outcome of ['load', 'error']) link.addEventListener(outcome, resolve);
      }),
  );
  // Addresses within a template have no base, so they are taken as they are written.
  const scripts = [...content.querySelectorAll('script')].map((script) => script.getAttribute('src') ?? '');
  document.head.append(...styles);
  // What the program measures depends on its styles.
  await Promise.all(styled);
  for (const src of scripts) {
    const script = document.createElement('script');
    Object.assign(script, { type: 'module', crossOrigin: '', src });
    document.head.append(script);
  }
}

if (picture?.checkVisibility() === true) await drawn();
// Another size, sharpness or colours than it was taken in: there is nothing to wait for.
else picture?.remove();
if (program !== null) await begin(program);

export {};
