// x_client picture FILE.png: what the display shows, as a picture.
// x_client resources TEXT: what xrdb does: the display's resources are this text ("Xft.dpi: 192").
// x_client colour X Y: prints the colour of a pixel of the display, as a number.
// x_client drop WINDOW FILE...: drops files on a window as a file manager does, by the XDND
// protocol (freedesktop.org, version 5), from a window of its own; ends when the window has taken
// them. Exit code 1, with a sentence, when that does not work.

#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <png.h>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

[[noreturn]] void fail(const std::string& why) {
  std::fprintf(stderr, "x_client: %s\n", why.c_str());
  std::exit(1);
}

void take_picture(Display* display, const std::string& file) {
  XWindowAttributes root{};
  XGetWindowAttributes(display, DefaultRootWindow(display), &root);
  XImage* image =
      XGetImage(display, DefaultRootWindow(display), 0, 0, static_cast<unsigned>(root.width),
                static_cast<unsigned>(root.height), AllPlanes, ZPixmap);
  if (image == nullptr)
    fail("the display gives no picture");
  std::vector<std::uint8_t> pixels;
  for (int y = 0; y < image->height; ++y)
    for (int x = 0; x < image->width; ++x) {
      const unsigned long pixel = XGetPixel(image, x, y); // 8 bits a colour, as Xvfb is started
      for (const int shift : {16, 8, 0})
        pixels.push_back(static_cast<std::uint8_t>(pixel >> shift));
    }
  png_image picture{};
  picture.version = PNG_IMAGE_VERSION;
  picture.width = static_cast<png_uint_32>(image->width);
  picture.height = static_cast<png_uint_32>(image->height);
  picture.format = PNG_FORMAT_RGB;
  if (png_image_write_to_file(&picture, file.c_str(), 0, pixels.data(), 0, nullptr) == 0)
    fail(file + " cannot be written");
}

/// As xrdb does: the property of the root window that XResourceManagerString() reads.
void set_resources(Display* display, const std::string& text) {
  XChangeProperty(display, DefaultRootWindow(display), XA_RESOURCE_MANAGER, XA_STRING, 8,
                  PropModeReplace, reinterpret_cast<const unsigned char*>(text.data()),
                  static_cast<int>(text.size()));
  XSync(display, False);
}

void print_colour(Display* display, int x, int y) {
  XImage* image = XGetImage(display, DefaultRootWindow(display), x, y, 1, 1, AllPlanes, ZPixmap);
  if (image == nullptr)
    fail("the display gives no picture");
  std::printf("%06lx\n", XGetPixel(image, 0, 0) & 0xffffff);
}

/// The files as text/uri-list has them.
std::string uri_list(const std::vector<std::string>& files) {
  std::string list;
  for (const std::string& file : files) {
    list += "file://";
    for (const char letter : std::filesystem::absolute(file).string()) {
      const auto byte = static_cast<unsigned char>(letter);
      const bool plain = byte < 0x80 && (std::isalnum(byte) != 0 || letter == '/' ||
                                         letter == '.' || letter == '-' || letter == '_');
      char escaped[4] = {letter, 0, 0, 0};
      if (!plain)
        std::snprintf(escaped, sizeof escaped, "%%%02X", byte);
      list += escaped;
    }
    list += "\r\n";
  }
  return list;
}

/// Where files come from.
class Source {
public:
  Source(Display* display, Window target) : display_(display), target_(target) {
    own_ = XCreateSimpleWindow(display, DefaultRootWindow(display), 0, 0, 1, 1, 0, 0, 0);
    XSetSelectionOwner(display, atom("XdndSelection"), own_, CurrentTime);
  }

  void drop(const std::string& uris) {
    const auto type = static_cast<long>(atom("text/uri-list"));
    tell("XdndEnter", 5L << 24, type);
    tell("XdndPosition", 0, 400L << 16 | 300, CurrentTime,
         static_cast<long>(atom("XdndActionCopy")));
    if ((message("XdndStatus", uris).data.l[1] & 1) == 0)
      fail("the window takes no files");
    tell("XdndDrop", 0, CurrentTime);
    if ((message("XdndFinished", uris).data.l[1] & 1) == 0)
      fail("the window has not taken the files");
  }

private:
  [[nodiscard]] Atom atom(const char* name) const { return XInternAtom(display_, name, False); }

  void tell(const char* what, long a, long b = 0, long c = 0, long d = 0) const {
    XEvent event{};
    event.xclient.type = ClientMessage;
    event.xclient.window = target_;
    event.xclient.message_type = atom(what);
    event.xclient.format = 32;
    const long words[5] = {static_cast<long>(own_), a, b, c, d};
    for (int i = 0; i < 5; ++i)
      event.xclient.data.l[i] = words[i];
    XSendEvent(display_, target_, False, NoEventMask, &event);
    XFlush(display_);
  }

  /// The next message of a kind; who asks for the files meanwhile gets them.
  [[nodiscard]] XClientMessageEvent message(const char* kind, const std::string& uris) const {
    while (true) {
      XEvent event{};
      XNextEvent(display_, &event);
      if (event.type == SelectionRequest)
        hand_over(event.xselectionrequest, uris);
      if (event.type == ClientMessage && event.xclient.message_type == atom(kind))
        return event.xclient;
    }
  }

  void hand_over(const XSelectionRequestEvent& request, const std::string& uris) const {
    XChangeProperty(display_, request.requestor, request.property, request.target, 8,
                    PropModeReplace, reinterpret_cast<const unsigned char*>(uris.data()),
                    static_cast<int>(uris.size()));
    XEvent event{};
    event.xselection.type = SelectionNotify;
    event.xselection.requestor = request.requestor;
    event.xselection.selection = request.selection;
    event.xselection.target = request.target;
    event.xselection.property = request.property;
    event.xselection.time = request.time;
    XSendEvent(display_, request.requestor, False, NoEventMask, &event);
    XFlush(display_);
  }

  Display* display_;
  Window target_;
  Window own_ = 0;
};

} // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  Display* display = XOpenDisplay(nullptr);
  if (display == nullptr)
    fail("there is no display");
  alarm(20); // limits the wait for an event that does not come
  if (words.size() == 2 && words[0] == "picture")
    take_picture(display, words[1]);
  else if (words.size() == 2 && words[0] == "resources")
    set_resources(display, words[1]);
  else if (words.size() == 3 && words[0] == "colour")
    print_colour(display, std::atoi(words[1].c_str()), std::atoi(words[2].c_str()));
  else if (words.size() >= 3 && words[0] == "drop")
    Source(display, std::strtoul(words[1].c_str(), nullptr, 0))
        .drop(uri_list({words.begin() + 2, words.end()}));
  else
    fail("x_client picture FILE.png, resources TEXT, colour X Y, or drop WINDOW FILE...");
  XCloseDisplay(display);
  return 0;
}
