// Swiping the record on a touch screen, for readers who switched it on in the settings.

const FAR = 110; // pixels
const FLAT = 2.5; // sideways against up and down

export const SWIPING = "thresher.swipe";

export function swipes(place, { left, right }) {
  let from = null;
  const wanted = () => {
    try {
      return localStorage.getItem(SWIPING) === "yes";
    } catch {
      return false;
    }
  };
  place.addEventListener("touchstart", (event) => (from = event.touches.length === 1 && wanted() ? event.touches[0] : null), { passive: true });
  place.addEventListener("touchend", (event) => {
    if (!from) return;
    const [x, y] = [event.changedTouches[0].clientX - from.clientX, event.changedTouches[0].clientY - from.clientY];
    from = null;
    if (Math.abs(x) < FAR || Math.abs(x) < FLAT * Math.abs(y) || getSelection()?.toString()) return;
    if (x > 0) right();
    else left();
  });
}
