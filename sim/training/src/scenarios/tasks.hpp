#pragma once

#include "training/scenarios/scenario.hpp"

#include <string>

// Tasks shared by several scenarios. Colours are indices in the shared palette.
namespace stallscope::training {

enum TaskColor : std::uint8_t {
  kForwardColor = 1,
  kBackwardColor = 2,
  kWeightColor = 3,
  kInputColor = 4,
  kAgainColor = 5,
  kHostColor = 6,
  kWireColor = 7,
  kOtherColor = 8,
};

inline std::uint16_t add_device(TaskGraph& graph) {
  return graph.add_lane({"device", Dispatch::in_order, 1, true});
}

inline Task forward_task(std::uint16_t lane, const LayerLoad& layer) {
  return {"forward pass of layer " + layer.name,
          "F" + layer.name,
          "forward",
          kForwardColor,
          lane,
          layer.forward,
          0,
          Reason::activation,
          0,
          0};
}
inline Task backward_task(std::uint16_t lane, const LayerLoad& layer) {
  return {"backward pass of layer " + layer.name,
          "B" + layer.name,
          "backward",
          kBackwardColor,
          lane,
          layer.backward,
          0,
          Reason::gradient,
          0,
          0};
}
inline Task wire_task(std::uint16_t lane, std::string name, std::string cell, Ticks duration,
                      std::uint32_t priority = 0, Reason why = Reason::transfer) {
  return {std::move(name),
          std::move(cell),
          "communication",
          kWireColor,
          lane,
          duration,
          priority,
          why,
          0,
          0};
}

} // namespace stallscope::training
