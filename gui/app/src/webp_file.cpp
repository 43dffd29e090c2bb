#include "webp_file.hpp"

#include "model/files/settings.hpp"
#include "model/language/strings.hpp"

#include <fmt/format.h>

#ifdef STALLSCOPE_WEBP
#include <webp/encode.h>
#include <webp/mux.h>
#endif

namespace stallscope::gui {

#ifdef STALLSCOPE_WEBP

struct WebpFile::Encoder {
  Encoder(int width, int height) {
    WebPAnimEncoderOptions options;
    WebPAnimEncoderOptionsInit(&options);
    options.anim_params.loop_count = 0; // endless
    frames = WebPAnimEncoderNew(width, height, &options);
    WebPConfigInit(&config);
    WebPConfigLosslessPreset(&config, 4); // level 4 of 9: about 0.1 s per picture
  }
  ~Encoder() { WebPAnimEncoderDelete(frames); }
  Encoder(const Encoder&) = delete;
  Encoder& operator=(const Encoder&) = delete;

  WebPAnimEncoder* frames = nullptr;
  WebPConfig config{};
  int now = 0; ///< timestamp of the next picture, in ms
};

std::string WebpFile::open(const std::string& file, unsigned width, unsigned height) {
  name_ = file;
  if (width > WEBP_MAX_DIMENSION || height > WEBP_MAX_DIMENSION)
    return tr(Text::save_failed,
              {file, fmt::format("WebP: at most {} pixels each way", WEBP_MAX_DIMENSION)});
  encoder_ = std::make_unique<Encoder>(static_cast<int>(width), static_cast<int>(height));
  return encoder_->frames != nullptr ? std::string() : tr(Text::save_failed, {file, "libwebp"});
}

std::string WebpFile::add(const Picture& picture, unsigned milliseconds) {
  WebPPicture frame;
  WebPPictureInit(&frame);
  frame.use_argb = 1;
  frame.width = static_cast<int>(picture.width);
  frame.height = static_cast<int>(picture.height);
  const bool good =
      WebPPictureImportRGB(&frame, picture.pixels.data(), frame.width * 3) != 0 &&
      WebPAnimEncoderAdd(encoder_->frames, &frame, encoder_->now, &encoder_->config) != 0;
  WebPPictureFree(&frame);
  encoder_->now += static_cast<int>(milliseconds);
  return good ? std::string()
              : tr(Text::save_failed, {name_, WebPAnimEncoderGetError(encoder_->frames)});
}

std::string WebpFile::close() {
  WebPData data;
  WebPDataInit(&data);
  const bool good = WebPAnimEncoderAdd(encoder_->frames, nullptr, encoder_->now, nullptr) != 0 &&
                    WebPAnimEncoderAssemble(encoder_->frames, &data) != 0;
  const std::string text(reinterpret_cast<const char*>(data.bytes), good ? data.size : 0);
  WebPDataClear(&data);
  if (!good)
    return tr(Text::save_failed, {name_, WebPAnimEncoderGetError(encoder_->frames)});
  const std::string why = write_whole_file(name_, text);
  return why.empty() ? why : tr(Text::save_failed, {name_, why});
}

#else

struct WebpFile::Encoder {};

std::string WebpFile::open(const std::string& file, unsigned /*width*/, unsigned /*height*/) {
  return tr(Text::not_built_with, {file, "libwebp-dev", ".gif"});
}

std::string WebpFile::add(const Picture& /*picture*/, unsigned /*milliseconds*/) {
  return {};
}

std::string WebpFile::close() {
  return {};
}

#endif

WebpFile::WebpFile() = default;
WebpFile::~WebpFile() = default;

} // namespace stallscope::gui
